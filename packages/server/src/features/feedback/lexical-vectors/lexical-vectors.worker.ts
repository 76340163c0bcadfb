import { parentPort } from 'node:worker_threads'
import type { FieldValues } from '@postil/contract/feedback/record-parts'
import { LEXICAL_DIMENSIONS, lexicalVector } from '@postil/domain/vectors/lexical-vector'
import { lowerThreadPriority } from '../../../workers/thread-priority'

/** Computes the vectors of records from their stored fields: half a millisecond each, too slow for the HTTP thread. */
const port = parentPort
if (!port) throw new Error('The vectors worker runs in a worker thread only.')
lowerThreadPriority()

port.on('message', (fields: string[]) => {
  const vectors = new Float32Array(fields.length * LEXICAL_DIMENSIONS)
  for (const [index, text] of fields.entries()) {
    const values: FieldValues = JSON.parse(text)
    const texts = Object.values(values).filter((value) => value !== null)
    vectors.set(lexicalVector(texts), index * LEXICAL_DIMENSIONS)
  }
  port.postMessage(vectors, [vectors.buffer])
})
