import type { ByAgents } from './document'

type Nullable<T> = { [K in keyof T]?: T[K] | null }

/**
 * Make the four fields for predictions and annotations consistent (classic-api §4): the main prediction or annotation is also listed under
 * its agent. When only the list is given, its first entry becomes the main one.
 *
 * @param tidy - converts one prediction or annotation to its stored form
 */
export function gatherAgents<Given, Content extends object>(
  given: Nullable<ByAgents<Given>>,
  tidy: (content: Given) => Content,
): ByAgents<Content> {
  const [prediction, predictions] = gather(given.prediction, given.predictions, tidy)
  const [annotation, annotations] = gather(given.annotation, given.annotations, tidy)
  return {
    ...(prediction && { prediction }),
    ...(annotation && { annotation }),
    ...(predictions && { predictions }),
    ...(annotations && { annotations }),
  }
}

function gather<Given, Content extends object>(
  main: (Given & { agent: string }) | null | undefined,
  listed: Record<string, Given> | null | undefined,
  tidy: (content: Given) => Content,
): [(Content & { agent: string }) | undefined, Record<string, Content> | undefined] {
  const entries = new Map(Object.entries(listed ?? {}).map(([agent, content]) => [agent, tidy(content)]))
  if (main) {
    const content = tidy(main)
    entries.set(main.agent, content)
    return [{ agent: main.agent, ...content }, Object.fromEntries(entries)]
  }
  const [first] = entries
  if (!first) return [undefined, listed ? {} : undefined]
  return [{ agent: first[0], ...first[1] }, Object.fromEntries(entries)]
}
