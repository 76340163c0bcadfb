/** Linear-light red, green and blue, each 0–1. */
export type Rgb = readonly [number, number, number]

/** WCAG 2 contrast ratio of two colours, 1–21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [high, low] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Read `#rrggbb` or `oklch(l c h)`; throws on anything else. */
export function parseColor(text: string): Rgb {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (hex) return [channel(hex[1]), channel(hex[2]), channel(hex[3])]
  const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text)
  if (oklch) return fromOklch(Number(oklch[1]), Number(oklch[2]), Number(oklch[3]))
  throw new Error(`Not a colour this reads: ${text}`)
}

function channel(hex = '0'): number {
  const value = Number.parseInt(hex, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

// Björn Ottosson's OKLab, https://bottosson.github.io/posts/oklab/; out-of-gamut channels are clipped as browsers may.
function fromOklch(lightness: number, chroma: number, hueDeg: number): Rgb {
  const a = chroma * Math.cos((hueDeg * Math.PI) / 180)
  const b = chroma * Math.sin((hueDeg * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value))
}
