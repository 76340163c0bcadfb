import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
const modules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.module.css'),
)

/** The declarations of each rule for one class, by the indentation of its selector. */
function rulesOf(file: string, indent: string): { selector: string; declarations: Set<string> }[] {
  const css = readFileSync(join(source, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const rules = [...css.matchAll(new RegExp(`^${indent}(\\.\\w+) \\{([^{}]*)\\}`, 'gm'))]
  return rules.map(([, selector = '', body = '']) => {
    const declarations = body.split(';').map((declaration) => declaration.trim())
    return { selector, declarations: new Set(declarations.filter((declaration) => declaration !== '')) }
  })
}

describe('styles that controls share', () => {
  it.each(rulesOf('styles/controls.css', '  '))('$selector is composed, not declared again', ({ declarations }) => {
    const isIn = (rule: Set<string>) => [...declarations].every((declaration) => rule.has(declaration))
    const again = modules.flatMap((file) =>
      rulesOf(file, '')
        .filter((rule) => isIn(rule.declarations))
        .map(({ selector }) => `${file} ${selector}`),
    )
    expect(again).toEqual([])
  })
})
