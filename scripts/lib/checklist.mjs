/**
 * A section of the checklist and the ids of its statements, in its order.
 *
 * @typedef {{ title: string, ids: string[] }} Section
 */

/**
 * Read the sections and ids out of the checklist's text: `## R. Routes …`, then `- R1 …` a line, or several on one line
 * parted by ` · `.
 *
 * @param {string} text
 * @returns {Section[]} those sections that hold ids
 */
export function parseChecklist(text) {
  /** @type {Section[]} */
  const sections = []
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) sections.push({ title: line.slice(3), ids: [] })
    if (!line.startsWith('- ')) continue
    for (const statement of line.slice(2).split(' · ')) {
      const id = /^[A-Z]\d+(?= )/.exec(statement)?.[0]
      if (id !== undefined) sections.at(-1)?.ids.push(id)
    }
  }
  return sections.filter((section) => section.ids.length > 0)
}

/** A string literal of one line, with what calls it when it stands right after an opening bracket; or a comment, to be passed over. */
const literalOrComment = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|([\w.]*)(\(\s*)?(['"`])((?:\\.|(?!\3)[^\\\n])*)\3/g
const idGroup = /\[([A-Z]\d+(?:, ?[A-Z]\d+)*)\]/g

/**
 * Find the checklist ids that the titles in a test file name, as `[R3]` or `[R3, K1]`.
 *
 * @param {string} source text of the file
 * @returns {string[]} without those of tests that never run: `it.skip` and `it.todo`
 */
export function findProvedIds(source) {
  /** @type {string[]} */
  const ids = []
  for (const [, caller = '', bracket, , literal] of source.matchAll(literalOrComment)) {
    if (literal === undefined || (bracket !== undefined && /\.(skip|todo)$/.test(caller))) continue
    for (const [, group = ''] of literal.matchAll(idGroup)) ids.push(...group.split(/, ?/))
  }
  return ids
}
