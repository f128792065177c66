import type { Socket } from 'node:net';

/** The head, of which the parser takes 16 kB, and spaces in it. */
const HEAD_BYTES = 32_768;

/** An answer had far more bytes than its body may have. */
class AnswerTooLong extends Error {}

/**
 * Ends a connection whose answer has more bytes than a body of so many needs, framing included. The parser counts neither
 * spaces before values of headers nor extensions of chunks, and keeps what came with each header until the head is complete:
 * 0.5 GB of one answer that is sent fast.
 */
export function boundAnswers(socket: Socket, bodyBytes: number): void {
  const mostBytes = HEAD_BYTES + 2 * bodyBytes;
  let [written, read, readBefore] = [0, 0, 0];
  socket.on('readable', () => {
    // Bytes that come after a request was sent are its answer.
    if (socket.bytesWritten !== written) readBefore = read;
    [written, read] = [socket.bytesWritten, socket.bytesRead];
    if (read - readBefore <= mostBytes) return;
    const most = Math.round(mostBytes / 1024);
    socket.destroy(new AnswerTooLong(`The answer has more than ${most} kB with its framing.`));
  });
}
