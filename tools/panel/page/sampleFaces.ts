// Synthetic faces for the camera, drawn from a few numbers each: of no real person, but detected as faces by the network.

/** Parameters of a face. Lengths in hundredths of the picture's width. */
interface Features {
  readonly name: string;
  readonly skin: readonly [light: string, middle: string, dark: string];
  readonly hair: string;
  readonly iris: string;
  readonly lips: string;
  /** Half width of the head, at the cheeks and at the chin. */
  readonly cheek: number;
  readonly jaw: number;
  readonly chin: number;
  /** Distance of an eye from the middle, and its width. */
  readonly eyeAt: number;
  readonly eye: number;
  readonly brow: number;
  readonly nose: number;
  readonly mouth: number;
  readonly smile: number;
  readonly cut: 'short' | 'long' | 'bald';
  readonly beard?: true;
  readonly glasses?: true;
}

const people: readonly Features[] = [
  {
    name: 'Face 1',
    skin: ['#f6d3ba', '#e3ae8e', '#b97a5c'],
    hair: '#b9b4ad',
    iris: '#5d8a5a',
    lips: '#a6564e',
    cheek: 20.8,
    jaw: 17.8,
    chin: 81.9,
    eyeAt: 11,
    eye: 6.5,
    brow: 2.1,
    nose: 8.8,
    mouth: 10.6,
    smile: 1.2,
    cut: 'short',
    glasses: true,
  },
  {
    name: 'Face 2',
    skin: ['#edc49b', '#d6a173', '#a4703f'],
    hair: '#17110e',
    iris: '#2d1b10',
    lips: '#7c4036',
    cheek: 25.6,
    jaw: 20,
    chin: 87.9,
    eyeAt: 10.7,
    eye: 4.2,
    brow: 1.1,
    nose: 4.9,
    mouth: 7.4,
    smile: 1.5,
    cut: 'bald',
    glasses: true,
  },
  {
    name: 'Face 3',
    skin: ['#edc49b', '#d6a173', '#a4703f'],
    hair: '#4a2f20',
    iris: '#33211a',
    lips: '#b8615c',
    cheek: 26.9,
    jaw: 22.5,
    chin: 84.9,
    eyeAt: 11.8,
    eye: 6.4,
    brow: 1.7,
    nose: 6.1,
    mouth: 6.5,
    smile: 0.3,
    cut: 'long',
  },
  {
    name: 'Face 4',
    skin: ['#7a4c33', '#5f3823', '#3a2013'],
    hair: '#17110e',
    iris: '#2d1b10',
    lips: '#b8615c',
    cheek: 24.1,
    jaw: 13.6,
    chin: 84.4,
    eyeAt: 9.7,
    eye: 5,
    brow: 2.2,
    nose: 8.3,
    mouth: 12.1,
    smile: 1.5,
    cut: 'bald',
  },
  {
    name: 'Face 5',
    skin: ['#c98f66', '#ad7149', '#7a492b'],
    hair: '#1c1411',
    iris: '#3b2417',
    lips: '#a6564e',
    cheek: 22.3,
    jaw: 15.4,
    chin: 85.6,
    eyeAt: 12.1,
    eye: 4.8,
    brow: 1.6,
    nose: 6.3,
    mouth: 7.2,
    smile: 4,
    cut: 'bald',
    beard: true,
  },
];

export const sampleNames: readonly string[] = people.map(({ name }) => name);

/** Draws one side, and its mirror image. */
const both = (draw: (side: -1 | 1) => string): string => draw(-1) + draw(1);
const middle = 50;
const eyeLine = 58;

function hairOf({ cut, hair, cheek }: Features): { behind: string; before: string } {
  const wide = cheek + 3;
  const top = `M${middle - wide} 56C${middle - wide - 2} 22 ${middle - 14} 17 ${middle} 17S${middle + wide + 2} 22 ${middle + wide} 56`;
  const brim = `C${middle + cheek - 2} 42 ${middle + 14} 34 ${middle} 35S${middle - cheek + 2} 42 ${middle - wide} 56Z`;
  if (cut === 'bald') return { behind: '', before: '' };
  const behind =
    cut === 'long'
      ? `<path fill="${hair}" d="M${middle - wide - 3} 100C${middle - wide - 8} 40 ${middle - 20} 16 ${middle} 16S${middle + wide + 8} 40 ${middle + wide + 3} 100Z"/>`
      : '';
  return { behind, before: `<path fill="${hair}" d="${top}${brim}"/><path fill="url(#hair)" d="${top}${brim}"/>` };
}

function eyeOf({ eyeAt, eye, iris, skin, hair, brow, glasses }: Features, side: -1 | 1): string {
  const x = middle + side * eyeAt;
  const [, , dark] = skin;
  const lid = `M${x - eye} ${eyeLine}Q${x} ${eyeLine - eye * 0.85} ${x + eye} ${eyeLine}`;
  return `<ellipse cx="${x}" cy="${eyeLine - 0.6}" rx="${eye * 1.45}" ry="${eye * 0.95}" fill="${dark}" opacity=".35" filter="url(#soft)"/>
    <path d="${lid}Q${x} ${eyeLine + eye * 0.62} ${x - eye} ${eyeLine}Z" fill="#f4f1ec"/>
    <circle cx="${x}" cy="${eyeLine - eye * 0.12}" r="${eye * 0.46}" fill="${iris}"/>
    <circle cx="${x}" cy="${eyeLine - eye * 0.12}" r="${eye * 0.22}" fill="#0d0a09"/>
    <circle cx="${x - eye * 0.16}" cy="${eyeLine - eye * 0.28}" r="${eye * 0.1}" fill="#fff"/>
    <path d="${lid}" fill="none" stroke="#20130e" stroke-width="${eye * 0.22}" stroke-linecap="round"/>
    <path d="M${x - eye} ${eyeLine + 0.2}Q${x} ${eyeLine + eye * 0.66} ${x + eye} ${eyeLine + 0.2}" fill="none" stroke="${dark}" stroke-width=".5"/>
    <path d="M${x - side * eye * 1.05} ${eyeLine - eye * 1.35}Q${x + side * eye * 0.3} ${eyeLine - eye * 2.05} ${x + side * eye * 1.35} ${eyeLine - eye * 1.25}" fill="none" stroke="${hair}" stroke-width="${brow}" stroke-linecap="round" opacity=".9"/>
    ${glasses ? `<rect x="${x - eye * 1.6}" y="${eyeLine - eye * 1.2}" width="${eye * 3.2}" height="${eye * 2.5}" rx="${eye * 0.8}" fill="#fff" fill-opacity=".08" stroke="#1b1b1f" stroke-width="1"/>` : ''}`;
}

function noseOf({ nose, skin: [light, , dark] }: Features): string {
  const tip = 71;
  return `<path d="M${middle - 1.6} ${eyeLine}C${middle - 2.4} 65 ${middle - nose * 0.7} 68 ${middle - nose * 0.75} ${tip}Q${middle} ${tip + 3.4} ${middle + nose * 0.75} ${tip}C${middle + nose * 0.7} 68 ${middle + 2.4} 65 ${middle + 1.6} ${eyeLine}Z" fill="${dark}" opacity=".18" filter="url(#soft)"/>
    <ellipse cx="${middle}" cy="${tip - 2}" rx="${nose * 0.42}" ry="1.9" fill="${light}" opacity=".7" filter="url(#soft)"/>
    <path d="M${middle - nose * 0.72} ${tip}Q${middle - nose * 0.4} ${tip + 1.9} ${middle} ${tip + 1.6}T${middle + nose * 0.72} ${tip}" fill="none" stroke="${dark}" stroke-width=".8" stroke-linecap="round"/>
    ${both((side) => `<ellipse cx="${middle + side * nose * 0.4}" cy="${tip + 0.7}" rx="1" ry=".55" fill="#2b140c" opacity=".75"/>`)}`;
}

function mouthOf({ mouth, smile, lips }: Features): string {
  const y = 79;
  const [left, right] = [middle - mouth, middle + mouth];
  return `<path d="M${left} ${y - smile * 0.4}Q${middle - mouth * 0.4} ${y - 2.6} ${middle} ${y - 1.6}Q${middle + mouth * 0.4} ${y - 2.6} ${right} ${y - smile * 0.4}Q${middle} ${y + smile} ${left} ${y - smile * 0.4}Z" fill="${lips}"/>
    <path d="M${left} ${y - smile * 0.4}Q${middle} ${y + smile} ${right} ${y - smile * 0.4}Q${middle} ${y + smile + 4.2} ${left} ${y - smile * 0.4}Z" fill="${lips}" opacity=".85"/>
    <path d="M${left} ${y - smile * 0.4}Q${middle} ${y + smile} ${right} ${y - smile * 0.4}" fill="none" stroke="#4a1c1a" stroke-width=".7" stroke-linecap="round"/>`;
}

/** The portrait of one of them, three by four, as SVG. */
export function sampleFace(index: number): string {
  const one = people[index];
  return one === undefined ? '' : drawFace(one);
}

export function drawFace(one: Features): string {
  const { skin, hair, cheek, jaw, chin, beard } = one;
  const [light, mid, dark] = skin;
  const head = `M${middle} 26C${middle + cheek * 0.8} 26 ${middle + cheek} 42 ${middle + cheek} 58C${middle + cheek} 70 ${middle + jaw} ${chin - 4} ${middle + 8} ${chin + 3}Q${middle} ${chin + 6} ${middle - 8} ${chin + 3}C${middle - jaw} ${chin - 4} ${middle - cheek} 70 ${middle - cheek} 58C${middle - cheek} 42 ${middle - cheek * 0.8} 26 ${middle} 26Z`;
  const { behind, before } = hairOf(one);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 133" width="480" height="640">
  <defs>
    <radialGradient id="skin" cx=".42" cy=".38" r=".75"><stop offset="0" stop-color="${light}"/><stop offset=".6" stop-color="${mid}"/><stop offset="1" stop-color="${dark}"/></radialGradient>
    <linearGradient id="hair" x1="0" x2=".7" y1="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".45"/></linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="1.4"/></filter>
  </defs>
  <rect width="100" height="133" fill="#b9c2c8"/>
  ${behind}
  <path fill="#33465c" d="M6 133C8 112 28 106 40 103H60C72 106 92 112 94 133Z"/>
  <path fill="${mid}" d="M${middle - 11} ${chin - 8}V106Q${middle} 114 ${middle + 11} 106V${chin - 8}Z"/>
  <path fill="${dark}" opacity=".5" filter="url(#soft)" d="M${middle - 11} ${chin}Q${middle} ${chin + 14} ${middle + 11} ${chin}V${chin + 9}H${middle - 11}Z"/>
  ${both((side) => `<ellipse cx="${middle + side * (cheek + 0.6)}" cy="62" rx="3" ry="6" fill="${mid}"/>`)}
  <path fill="url(#skin)" d="${head}"/>
  ${beard ? `<path fill="${hair}" opacity=".5" filter="url(#soft)" d="M${middle - cheek + 1} 66C${middle - jaw} ${chin} ${middle - 8} ${chin + 5} ${middle} ${chin + 6}S${middle + jaw} ${chin} ${middle + cheek - 1} 66C${middle + 14} 76 ${middle + 10} 73.500 ${middle} 74.500S${middle - 14} 76 ${middle - cheek + 1} 66Z"/>` : ''}
  ${both((side) => `<ellipse cx="${middle + side * 13}" cy="71" rx="6" ry="4" fill="#d0604e" opacity=".16" filter="url(#soft)"/>`)}
  ${before}
  ${both((side) => eyeOf(one, side))}
  ${noseOf(one)}
  ${mouthOf(one)}
</svg>`;
}
