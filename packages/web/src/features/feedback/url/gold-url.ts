import { encodePart } from './annotation-url.ts'

/** The address of the gold records of a dataset, for leads: those that the lead has not answered, with the others one tab away. */
export function goldUrl(datasetId: string): string {
  const filter = { scope: 'record', name: 'gold', property: 'gold', terms: ['gold'] }
  return `/dataset/${datasetId}/annotation-mode?f=${encodePart([filter])}`
}
