/** One message: a sentence with `{name}` placeholders, or one sentence per plural category, chosen by the number in `{count}`. */
export type Message = string | { readonly one: string; readonly other: string }

/** A part of the catalogue. Keys are dotted, area first: `session.signIn`. */
export type Messages = Readonly<Record<string, Message>>

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
type MessagePlaces<Entry> = Entry extends string
  ? Places<Entry>
  : Entry extends { one: infer One extends string; other: infer Other extends string }
    ? 'count' | Places<One> | Places<Other>
    : never

/** A value for a placeholder; numbers are formatted for the user's locale. */
export type Value = string | number

/** The arguments of `t` for one message: none when it has no placeholders. */
export type TranslateArguments<Entry> = [MessagePlaces<Entry>] extends [never]
  ? []
  : [params: { [Name in MessagePlaces<Entry>]: Name extends 'count' ? number : Value }]
