import type { Db, Tx } from '../../../db/tables'

const TOKEN_SETTING = 'setup_token_hash'

/** Store a new set-up token's hash; an earlier token becomes invalid. */
export async function keepSetupHash(tx: Tx, hash: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key: TOKEN_SETTING, value: hash })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: hash }))
    .execute()
}

/** Whether this is the hash of the current set-up token. */
export async function isSetupHash(db: Db, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('key')
    .where('key', '=', TOKEN_SETTING)
    .where('value', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Consume the token. @returns true for exactly one caller: a row can be deleted only once */
export async function takeSetupHash(tx: Tx, hash: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('settings')
    .where('key', '=', TOKEN_SETTING)
    .where('value', '=', hash)
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

/** Invalidate set-up links. */
export async function dropSetupHash(tx: Tx): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', TOKEN_SETTING).execute()
}
