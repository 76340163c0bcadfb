import { refusalOf } from './errors.ts'

/** A deletion, which has also succeeded if what it deletes is gone already. */
export async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion
  } catch (error) {
    if (refusalOf(error)?.status !== 404) throw error
  }
}
