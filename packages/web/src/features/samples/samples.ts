/** The bundled samples. Each is an export: records in `<kind>.jsonl`, settings in `<kind>.manifest.json`. */
export const SAMPLE_KINDS = ['banking77', 'gsm8k', 'wnut17'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]

/** File with their sources and licences. */
export const LICENCES_PATH = '/samples/licences.txt'

/** Path of a sample's file in the app. */
export function samplePath(kind: SampleKind, ending: 'jsonl' | 'manifest.json'): string {
  return `/samples/${kind}.${ending}`
}
