import { createHmac, webcrypto } from 'node:crypto'
import { type CryptoKey, errors, jwtVerify, SignJWT } from 'jose'
import { type Config, randomSecret } from '../../../config'
import type { HandlerContext } from '../../../context'
import { nowMicros } from '../../../db/clock'
import type { Db, UserTable } from '../../../db/tables'

const SECRET_SETTING = 'session_secret'

/** A signed token naming a session and its user (claims of feedback-api §1.2). `expiresAtMs` is milliseconds since the epoch. */
export async function signToken(
  context: HandlerContext,
  session: { id: string; expiresAtMs: number },
  user: UserTable,
): Promise<string> {
  return new SignJWT({ identity: user.id, name: user.first_name, username: user.username, role: user.role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setJti(session.id)
    .setExpirationTime(Math.floor(session.expiresAtMs / 1000))
    .sign(await secretOf(context))
}

/** The session named by a token, or undefined for a forged, expired or foreign token. */
export async function readToken(context: HandlerContext, token: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtVerify(token, await secretOf(context), {
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'jti'],
      // Use the clock that wrote `exp`: with another one, a session could expire before it starts.
      currentDate: new Date(nowMicros() / 1000),
    })
    return payload.jti
  } catch (cause) {
    if (cause instanceof errors.JOSEError) return undefined
    throw cause
  }
}

const secrets = new WeakMap<Config, CryptoKey>()

async function secretOf(context: HandlerContext): Promise<CryptoKey> {
  const known = secrets.get(context.config)
  if (known) return known
  const text = new TextEncoder().encode(await secretText(context))
  // Cached, since otherwise each check of a token would import the key again.
  const secret = await webcrypto.subtle.importKey('raw', text, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
  secrets.set(context.config, secret)
  return secret
}

const cursorKeys = new WeakMap<Config, Buffer>()

/** The key of cursors that users must not be able to read or to make. */
export async function cursorKey(context: HandlerContext): Promise<Buffer> {
  const known = cursorKeys.get(context.config)
  if (known) return known
  const key = createHmac('sha256', await secretText(context))
    .update('cursor')
    .digest()
  cursorKeys.set(context.config, key)
  return key
}

/** The configured secret; otherwise that of the store, which is created once, on the HTTP thread. */
async function secretText(context: HandlerContext): Promise<string> {
  return context.config.secretKey ?? (await findSecret(context.engine.db)) ?? makeSecret(context)
}

async function findSecret(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', SECRET_SETTING).executeTakeFirst()
  return row?.value
}

/** Servers that start concurrently on one store agree, since the first row wins. */
async function makeSecret({ engine }: HandlerContext): Promise<string> {
  return engine.transaction(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ key: SECRET_SETTING, value: randomSecret() })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    const row = await tx
      .selectFrom('settings')
      .select('value')
      .where('key', '=', SECRET_SETTING)
      .executeTakeFirstOrThrow()
    return row.value
  })
}
