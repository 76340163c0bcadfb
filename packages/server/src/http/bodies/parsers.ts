import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Route } from '@postil/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config'
import { AppError, ShapeError } from '../../errors'
import { BodyReader, SMALL_BODY_BYTES } from './body-reader'
import { MalformedBody } from './body-text'
import { parseJsonBody } from './json-body'
import { inSlices } from './large-work'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route of the contract that is served; absent for paths that are not in the contract. */
    contract?: Route
  }
  interface FastifyRequest {
    /** Why the body was refused. The route's handler throws it, so that the rest of the body is dropped and the connection stays open. */
    refusedBody?: AppError
    /** SHA-256 (hex) of a large body that was sent with an Idempotency-Key. */
    bodyDigest?: string
  }
}

const MEGABYTE = 1024 * 1024
/** Maximum size of a body without records or answers: queries, ids, labels. */
const PLAIN_BODY_BYTES = 4 * MEGABYTE
/**
 * Maximum number of values in such a body: their shapes are checked in one go, in about ten milliseconds. The largest are lists of 65,536
 * ids.
 */
const PLAIN_BODY_VALUES = 70_000
/** Number of bytes that are hashed at once; this takes less than a millisecond. */
const HASHED_BYTES = 256 * 1024

/**
 * Read the bodies that routes of the contract declare: JSON (also without a content type, as some clients send it), and forms where the
 * route allows them. Credentials have been checked before. All other bodies are dropped unread.
 */
export function addParsers(app: FastifyInstance, config: Config): void {
  const reader = new BodyReader(app, {
    maxBytes: config.maxBodyMegabytes * MEGABYTE,
    slowMs: config.slowBodySeconds * 1000,
    maxHeldBytes: config.maxBodiesMegabytes * MEGABYTE,
  })
  app.decorateRequest('refusedBody', undefined)
  app.decorateRequest('bodyDigest', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
    const route = request.routeOptions.config.contract
    if (!route?.body || request.headers['content-length'] === '0') return undefined
    try {
      const parse = parserOf(route, request)
      const bytes = await reader.read(request, body, maxBytesOf(route, config))
      if (bytes.length > SMALL_BODY_BYTES && request.headers['idempotency-key'] !== undefined)
        request.bodyDigest = await digestOf(bytes)
      return await parse(bytes)
    } catch (cause) {
      request.refusedBody = refusalOf(cause)
      return undefined
    }
  })
}

async function digestOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256')
  let at = 0
  await inSlices((untilMs) => {
    while (at < bytes.length && performance.now() < untilMs) {
      hash.update(bytes.subarray(at, at + HASHED_BYTES))
      at += HASHED_BYTES
    }
    return at >= bytes.length
  })
  return hash.digest('hex')
}

function maxBytesOf(route: Route, { maxBodyMegabytes }: Config): number {
  if (route.access.can === 'server.visit') return SMALL_BODY_BYTES
  return Math.min(isPlain(route) ? PLAIN_BODY_BYTES : Number.POSITIVE_INFINITY, maxBodyMegabytes * MEGABYTE)
}

function isPlain({ bulk, texts }: Route): boolean {
  return !bulk && !texts
}

/**
 * The parser for this media type. Throws for types that are not accepted: a page of another site can send forms and plain text, but not
 * JSON.
 */
function parserOf(route: Route, request: FastifyRequest): (body: Buffer) => unknown {
  const contentType = request.headers['content-type'] ?? ''
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (mediaType === '' || mediaType === 'application/json' || /^application\/[^+]+\+json$/.test(mediaType))
    return (body) => parseJsonBody(body, { ...route, maxValues: isPlain(route) ? PLAIN_BODY_VALUES : undefined })
  if (route.form && mediaType === 'application/x-www-form-urlencoded') return parseForm
  if (route.form && mediaType === 'multipart/form-data') return (body) => parseMultipart(body, contentType)
  throw new AppError('unsupported_media_type', 'The body of this request must be JSON, sent as application/json.')
}

function refusalOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  if (cause instanceof MalformedBody)
    return new ShapeError([{ loc: ['body'], msg: cause.message, type: 'value_error.jsondecode' }])
  throw cause
}

/** The fields of an `application/x-www-form-urlencoded` body; of fields with the same name the last wins. */
function parseForm(body: Buffer): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body.toString()))
}

/**
 * The fields of a `multipart/form-data` body, which some clients use for sign-in (classic-api §1.1). A file stays an object, which no shape
 * accepts as text; of fields with the same name the last wins.
 *
 * @param contentType - the header, which contains the boundary
 */
async function parseMultipart(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  try {
    // Node's own parser, which is loaded on first use.
    const form = await new Response(Buffer.from(body), { headers: { 'content-type': contentType } }).formData()
    return Object.fromEntries(form.entries())
  } catch (cause) {
    throw new MalformedBody('The body is not multipart/form-data.', { cause })
  }
}
