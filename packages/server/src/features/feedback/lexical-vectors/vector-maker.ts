import { Worker } from 'node:worker_threads'
import { LEXICAL_DIMENSIONS } from '@postil/domain/vectors/lexical-vector'
import { workerFile } from '../../../workers/worker-file'

/** A worker thread that computes lexical vectors, one batch at a time. */
export class VectorMaker {
  private readonly worker = new Worker(workerFile('lexical-vectors'))

  constructor() {
    // An idle thread must not keep the process alive.
    this.worker.unref()
  }

  /**
   * Compute the vectors of records.
   *
   * @param fields - the records' fields as stored, JSON text
   * @returns one vector per record, as stored (32-bit floats)
   */
  async make(fields: readonly string[]): Promise<Uint8Array[]> {
    const vectors = await new Promise<Float32Array>((resolve, reject) => {
      const settle = (done: () => void) => {
        this.worker.off('message', onMessage)
        this.worker.off('error', onError)
        this.worker.off('exit', onExit)
        done()
      }
      const onMessage = (made: Float32Array) => settle(() => resolve(made))
      const onError = (cause: Error) => settle(() => reject(cause))
      const onExit = () => settle(() => reject(new Error('The vectors worker stopped.')))
      this.worker.on('message', onMessage)
      this.worker.on('error', onError)
      this.worker.on('exit', onExit)
      this.worker.postMessage(fields)
    })
    return fields.map((_, index) => {
      const from = index * LEXICAL_DIMENSIONS
      return new Uint8Array(vectors.slice(from, from + LEXICAL_DIMENSIONS).buffer)
    })
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }
}
