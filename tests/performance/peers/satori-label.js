import { readFileSync } from 'node:fs';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';

/**
 * Renders labels with the same texts as Trackway's for some seconds: satori lays out and writes SVG, resvg the
 * PNG. It draws no symbol and reads none back. Prints the number of labels and the CPU time as JSON.
 */
const { seconds, fonts, texts, widthPx, heightPx, pngWidthPx } = JSON.parse(process.argv[2]);
const loaded = fonts.map(({ path, weight }) => ({
  name: 'Source Sans 3',
  data: readFileSync(path),
  weight,
  style: 'normal',
}));

function line(text, fontSize, fontWeight = 400) {
  return { type: 'div', props: { style: { fontSize, fontWeight }, children: text } };
}

function label(number) {
  const [title, figure, ...rows] = texts;
  return {
    type: 'div',
    props: {
      style: {
        display: 'flex',
        flexDirection: 'column',
        padding: 12,
        width: '100%',
        height: '100%',
        background: 'white',
      },
      children: [
        line(`${title} ${number}`, 14, 600),
        line(figure, 40, 600),
        ...rows.map((row, at) => ({
          type: 'div',
          props: {
            style: { display: 'flex', flexDirection: 'column', marginTop: 4 },
            children: [
              line(row, 9),
              {
                type: 'div',
                props: { style: { width: `${90 - 10 * at}%`, height: 4, background: '#356859' } },
              },
            ],
          },
        })),
      ],
    },
  };
}

async function measure(work) {
  await work(0);
  const before = process.cpuUsage();
  const until = performance.now() + seconds * 1000;
  let labels = 0;
  for (; performance.now() < until; labels += 1) await work(labels + 1);
  const { user, system } = process.cpuUsage(before);
  return { labels, cpuUs: user + system };
}

const svgOf = (number) =>
  satori(label(number), { width: widthPx, height: heightPx, fonts: loaded });
const svg = await measure(svgOf);
const png = await measure(async (number) =>
  new Resvg(await svgOf(number), { fitTo: { mode: 'width', value: pngWidthPx } }).render().asPng(),
);
process.stdout.write(JSON.stringify({ svg, png }));
