/**
 * A statement of the checklist. One marked `web` counts as proved only by a test that shows a screen.
 *
 * @typedef {{ id: string, isWeb: boolean }} Statement
 *
 * A section of the checklist with its statements, in its order.
 *
 * @typedef {{ title: string, statements: Statement[] }} Section
 *
 * A test file: its path from the project's root, and its text.
 *
 * @typedef {{ path: string, source: string }} TestFile
 *
 * What the tests prove of a checklist.
 *
 * @typedef {{ section: string, total: number, proved: number, missing: string[] }} SectionResult
 * @typedef {{ proved: number, total: number, missing: string[], unknown: string[], sections: SectionResult[] }} Coverage
 */

/**
 * Parse the checklist: sections `## R. Routes …`, and statements `- R1 web: …`, one per line or several separated by ` · `.
 *
 * @param {string} text
 * @returns {Section[]} the sections that contain statements
 */
export function parseChecklist(text) {
  /** @type {Section[]} */
  const sections = []
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) sections.push({ title: line.slice(3), statements: [] })
    if (!line.startsWith('- ')) continue
    for (const statement of line.slice(2).split(' · ')) {
      const [, id, web] = /^([A-Z]\d+) (web:)?/.exec(statement) ?? []
      if (id !== undefined) sections.at(-1)?.statements.push({ id, isWeb: web !== undefined })
    }
  }
  return sections.filter((section) => section.statements.length > 0)
}

/** A comment, which is skipped, or a string literal on one line, with the called function if it is the first argument of a call. */
const literalOrComment = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|([\w.]*)(\(\s*)?(['"`])((?:\\.|(?!\3)[^\\\n])*)\3/g
const idGroup = /\[([A-Z]\d+(?:, ?[A-Z]\d+)*)\]/g

/**
 * Find the checklist ids in the titles of a test file: `[R3]` or `[R3, K1]`.
 *
 * @param {string} source text of the file
 * @returns {string[]} the ids, without those of tests that never run (`it.skip`, `it.todo`)
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

/** Helpers with which a component test opens the screen of a route, such as `app/testing/open-app.tsx`. */
const opensScreen = /from '[^']*\/testing\/open-[\w-]+(\.tsx?)?'/

/**
 * Whether a test file shows screens: a browser journey, or a component test that opens the screen of a route.
 *
 * @param {TestFile} file
 */
export function showsScreens({ path, source }) {
  return path.startsWith('e2e/') || (path.startsWith('packages/web/') && opensScreen.test(source))
}

/**
 * Compare the checklist with the ids in the titles of the tests.
 *
 * @param {Section[]} sections
 * @param {TestFile[]} files
 * @returns {Coverage}
 */
export function measureCoverage(sections, files) {
  const named = new Set(files.flatMap(({ source }) => findProvedIds(source)))
  const shown = new Set(files.filter(showsScreens).flatMap(({ source }) => findProvedIds(source)))
  const rows = sections.map(({ title, statements }) => {
    const missing = statements.filter(({ id, isWeb }) => !(isWeb ? shown : named).has(id)).map(({ id }) => id)
    return { section: title, total: statements.length, proved: statements.length - missing.length, missing }
  })
  const known = new Set(sections.flatMap(({ statements }) => statements.map(({ id }) => id)))
  return {
    proved: rows.reduce((sum, row) => sum + row.proved, 0),
    total: known.size,
    missing: rows.flatMap((row) => row.missing),
    unknown: [...named].filter((id) => !known.has(id)),
    sections: rows,
  }
}
