import { z } from 'zod'

/** A user whom a reply names; `name` is first name and surname. */
export const NamedUser = z.object({ id: z.string(), username: z.string(), name: z.string() })
export type NamedUser = z.output<typeof NamedUser>
