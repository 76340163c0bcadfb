import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const components = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))

it('has a rule for each class that a component uses', () => {
  const missing = components.flatMap((file) => {
    const code = readFileSync(join(source, file), 'utf8')
    const imports = [...code.matchAll(/^import (\w+) from '(\S+\.module\.css)'$/gm)]
    return imports.flatMap(([, name = '', path = '']) => {
      const css = readFileSync(join(source, dirname(file), path), 'utf8')
      const used = [...code.matchAll(new RegExp(`(?<![\\w/])${name}\\.(\\w+)`, 'g'))].map(([, one = '']) => one)
      return used.filter((one) => !new RegExp(`\\.${one}\\b`).test(css)).map((one) => `${file}: ${name}.${one}`)
    })
  })
  expect(missing).toEqual([])
})

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
