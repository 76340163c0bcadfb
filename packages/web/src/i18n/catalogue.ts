/** One entry: a sentence with `{name}` places, or one sentence per plural category chosen by the number in `{count}`. */
export type Message = string | { readonly one: string; readonly other: string }

/** A part of the catalogue. Keys are dotted, area first: `session.signIn`. */
export type Messages = Readonly<Record<string, Message>>

type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
type MessagePlaces<Entry> = Entry extends string
  ? Places<Entry>
  : Entry extends { one: infer One extends string; other: infer Other extends string }
    ? 'count' | Places<One> | Places<Other>
    : never

/** What may stand in a place; numbers are written the reader's way. */
export type Value = string | number

/** The arguments `t` needs for one entry: none when the sentence has no places. */
export type TranslateArguments<Entry> = [MessagePlaces<Entry>] extends [never]
  ? []
  : [params: { [Name in MessagePlaces<Entry>]: Name extends 'count' ? number : Value }]
