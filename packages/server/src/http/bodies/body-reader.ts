import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors'
import { inSlices } from './large-work'

declare module 'fastify' {
  interface FastifyRequest {
    /** Number of bytes of this request's body that are in memory. */
    heldBytes: number
  }
}

/**
 * Maximum size of a body on routes open to everyone. On every route, a body up to this size is accepted however many others are in memory.
 */
export const SMALL_BODY_BYTES = 64 * 1024
/** After `slowMs`, a body that arrives more slowly than this on average is refused. */
const LEAST_BYTES_PER_SECOND = 16 * 1024

export interface BodyLimits {
  /** Maximum size of any body, in bytes (POSTIL_MAX_BODY_MB). */
  maxBytes: number
  /** Milliseconds that every body may take, whatever its rate. */
  slowMs: number
  /** Maximum number of bytes of bodies in memory, summed over all requests. */
  maxHeldBytes: number
}

/**
 * Reads request bodies into memory, with limits that apply to all of them together, so that many large or slow ones cannot exhaust it. A
 * body counts until its request is answered, because the values parsed from it live that long.
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
    // The rest of a refused body is received and dropped, since many clients read no reply before they have sent everything. This has a
    // time limit.
    app.addHook('onResponse', async ({ raw }) => {
      if (raw.complete !== false) return
      const timer = setTimeout(() => raw.complete || raw.socket.destroy(), limits.slowMs).unref()
      raw.socket.once('close', () => clearTimeout(timer))
    })
  }

  /**
   * Read one body.
   *
   * @param body - the request itself, or the stream that decompresses it
   * @throws AppError `payload_too_large`; `unavailable` when too many bytes are in memory; `request_timeout` when the body arrives too
   *   slowly
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
        // The client closed the connection, or the body cannot be decompressed.
        body.on('error', (cause) => reject(brokenOff(cause)))
        body.resume()
        body.once('close', () => body.readableEnded || reject(brokenOff()))
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

  /** Whether a body may grow by this many bytes. Small bodies always may, and so may a large one that is the only one in memory. */
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

/** Join the chunks into one buffer. A large body is copied in slices of a few milliseconds. */
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
