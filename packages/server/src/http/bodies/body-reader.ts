import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors'
import { inSlices } from './large-work'

declare module 'fastify' {
  interface FastifyRequest {
    /** Bytes of this request's body that are in memory. */
    heldBytes: number
  }
}

/** Largest body on routes that are open to everyone. On all routes, bodies up to this size are taken whatever else is in work. */
export const SMALL_BODY_BYTES = 64 * 1024
/** Once its first seconds are over, a body that comes in more slowly is cut off. */
const LEAST_BYTES_PER_SECOND = 16 * 1024

export interface BodyLimits {
  /** Largest body of all (POSTIL_MAX_BODY_MB). */
  maxBytes: number
  /** How long a slow body may take. */
  slowMs: number
  /** How many bytes of bodies may be in memory at once, all requests together. */
  maxHeldBytes: number
}

/**
 * Reads request bodies into memory, within limits for all of them together, so that many large or slow ones cannot use it up. A body
 * counts until its request is answered, since what was made of it lives as long.
 */
export class BodyReader {
  #heldBytes = 0

  constructor(
    app: FastifyInstance,
    private readonly limits: BodyLimits,
  ) {
    app.decorateRequest('heldBytes', 0)
    app.addHook('preParsing', async (request, reply) => {
      reply.raw.once('close', () => this.#release(request))
    })
    // What is left of a refused body is received and dropped, since many clients read no reply before all is sent; but not for long.
    app.addHook('onResponse', async ({ raw }) => {
      if (raw.complete !== false) return
      const timer = setTimeout(() => raw.complete || raw.socket.destroy(), limits.slowMs).unref()
      raw.socket.once('close', () => clearTimeout(timer))
    })
  }

  /**
   * Read one body.
   *
   * @param body - the request itself, or the stream that unpacks it
   * @throws AppError `payload_too_large`, `unavailable` when too much is in work, `request_timeout` when it comes too slowly
   */
  async read(request: FastifyRequest, body: Readable, maxBytes: number): Promise<Buffer> {
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared > maxBytes) throw this.#tooLarge(maxBytes)
    if (!this.#hasRoomFor(request, declared)) throw tooBusy()
    const chunks: Buffer[] = []
    const startedMs = performance.now()
    let timer: NodeJS.Timeout | undefined
    try {
      await new Promise<void>((resolve, reject) => {
        body.on('data', (chunk: Buffer) => {
          if (request.heldBytes + chunk.length > maxBytes) reject(this.#tooLarge(maxBytes))
          else if (!this.#hasRoomFor(request, chunk.length)) reject(tooBusy())
          else {
            chunks.push(chunk)
            request.heldBytes += chunk.length
            this.#heldBytes += chunk.length
          }
        })
        body.once('end', resolve)
        // The client hung up, or what it sent cannot be unpacked.
        body.on('error', (cause) => reject(brokenOff(cause)))
        body.resume()
        body.once('close', () => reject(brokenOff()))
        timer = setInterval(() => {
          const allowedMs = this.limits.slowMs + (request.heldBytes / LEAST_BYTES_PER_SECOND) * 1000
          if (performance.now() - startedMs > allowedMs) reject(tooSlow())
        }, this.limits.slowMs / 10)
      })
      return await joined(chunks, request.heldBytes)
    } catch (cause) {
      this.#release(request)
      chunks.length = 0
      body.removeAllListeners('data')
      if (body === request.raw) body.resume()
      else body.destroy()
      throw cause
    } finally {
      clearInterval(timer)
    }
  }

  /** Large bodies wait for each other; one alone, and small ones, always have room. */
  #hasRoomFor(request: FastifyRequest, moreBytes: number): boolean {
    if (request.heldBytes + moreBytes <= SMALL_BODY_BYTES || this.#heldBytes === request.heldBytes) return true
    return this.#heldBytes + moreBytes <= this.limits.maxHeldBytes
  }

  #tooLarge(maxBytes: number): AppError {
    const limit = maxBytes < 1024 * 1024 ? `${maxBytes / 1024} kB` : `${maxBytes / 1024 / 1024} MB`
    const setting = maxBytes === this.limits.maxBytes ? ' (POSTIL_MAX_BODY_MB)' : ''
    return new AppError(
      'payload_too_large',
      `The request body is larger than the ${limit} that are accepted here${setting}.`,
    )
  }

  #release(request: FastifyRequest): void {
    this.#heldBytes -= request.heldBytes
    request.heldBytes = 0
  }
}

/** The whole of a body. A large one is copied a few milliseconds at a time. */
async function joined(chunks: readonly Buffer[], bytes: number): Promise<Buffer> {
  if (bytes <= SMALL_BODY_BYTES) return Buffer.concat(chunks, bytes)
  const whole = Buffer.allocUnsafeSlow(bytes)
  let next = 0
  let at = 0
  await inSlices((untilMs) => {
    for (let chunk = chunks[next]; chunk; chunk = chunks[next]) {
      at += chunk.copy(whole, at)
      next += 1
      if (performance.now() >= untilMs) return next === chunks.length
    }
    return true
  })
  return whole
}

function brokenOff(cause?: Error): AppError {
  return new AppError('bad_request', 'The request body could not be read to its end.', { cause })
}

function tooBusy(): AppError {
  return new AppError('unavailable', 'Too many large requests are being served right now. Try again in a few seconds.')
}

function tooSlow(): AppError {
  return new AppError('request_timeout', 'The request body came in too slowly.')
}
