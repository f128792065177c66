/** A number with its noun: "1 passport", "1,200 passports". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of bytes in words: "1,024 MB". */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MB`;
}
