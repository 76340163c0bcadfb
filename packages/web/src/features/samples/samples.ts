/** The bundled samples. Each is an export: records in `<kind>.jsonl`, settings in `<kind>.manifest.json`. */
export const SAMPLE_KINDS = ['banking77', 'gsm8k', 'wnut17'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]

/** Where their sources and licences can be read in full. */
export const LICENCES_PATH = '/samples/licences.txt'

/** A part of a sample as a file of the app. */
export function samplePath(kind: SampleKind, ending: 'jsonl' | 'manifest.json'): string {
  return `/samples/${kind}.${ending}`
}
