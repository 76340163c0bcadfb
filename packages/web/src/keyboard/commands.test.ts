import { describe, expect, it, vi } from 'vitest'
import { CommandRegistry, EVERYWHERE } from './commands.ts'
import { type PaletteEntry, rankEntries } from './rank-entries.ts'

function memory(start: Record<string, string> = {}) {
  const items = new Map(Object.entries(start))
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  }
}

function registryOf(storage = memory()) {
  const registry = new CommandRegistry(storage)
  registry.define([
    { id: 'help', label: 'Show help', group: EVERYWHERE, keys: ['?'] },
    { id: 'submit', label: 'Submit', group: 'Annotate', keys: ['Enter'] },
    { id: 'discard', label: 'Discard', group: 'Annotate', keys: ['Backspace'] },
    { id: 'open', label: 'Open', group: 'List', keys: ['Enter'] },
  ])
  return registry
}

describe('CommandRegistry', () => {
  it('runs what the screen bound last, and what was before when that screen is gone', () => {
    const registry = registryOf()
    const [page, dialog] = [vi.fn(), vi.fn()]
    registry.bind('submit', () => ({ run: page }))
    const unbind = registry.bind('submit', () => ({ run: dialog }))
    registry.get('submit').run()
    unbind()
    registry.get('submit').run()
    expect([page.mock.calls.length, dialog.mock.calls.length]).toEqual([1, 1])
  })

  it('does not run a command that is disabled, and says why', () => {
    const registry = registryOf()
    const run = vi.fn()
    registry.bind('submit', () => ({ run, isEnabled: false, reason: 'Nothing chosen' }))
    registry.get('submit').run()
    expect(run).not.toHaveBeenCalled()
    expect(registry.get('submit')).toMatchObject({ isBound: true, isEnabled: false, reason: 'Nothing chosen' })
  })

  it('keeps the reader’s own keys in storage and brings the first ones back', () => {
    const storage = memory()
    registryOf(storage).setKeys('discard', ['shift+backspace'])
    const later = registryOf(storage)
    expect(later.get('discard').keys).toEqual(['Shift+Backspace'])
    later.setKeys('discard', undefined)
    expect(registryOf(storage).get('discard').keys).toEqual(['Backspace'])
  })

  it.each(['', '[]', '{', '{"discard":"x"}', '{"discard":[1]}'])('survives %j in storage', (stored) => {
    expect(() => registryOf(memory({ 'postil.keys': stored })).list()).not.toThrow()
  })

  it('finds keys in the way: of the same group or of everywhere, not of another screen', () => {
    const registry = registryOf()
    expect(registry.findConflict('submit', 'Backspace')?.id).toBe('discard')
    expect(registry.findConflict('submit', '?')?.id).toBe('help')
    expect(registry.findConflict('discard', 'Enter')?.id).toBe('submit')
    expect(registry.findConflict('open', 'Backspace')).toBeUndefined()
  })

  it('refuses a name nobody declared', () => {
    expect(() => registryOf().get('nothing')).toThrow('nothing')
  })
})

describe('rankEntries', () => {
  const command = (label: string): PaletteEntry => ({ id: label, label, isListed: true, isEnabled: true })
  const place = (label: string): PaletteEntry => ({ ...command(label), isListed: false, open: () => undefined })
  const entries: PaletteEntry[] = [
    command('Save as draft'),
    command('Discard'),
    command('Clear'),
    { ...command('Next question'), isListed: false },
    { ...command('Draft of nothing'), isEnabled: false },
    place('banking_messages'),
    place('Draft answers'),
  ]
  it.each([
    ['', ['Save as draft', 'Discard', 'Clear', 'Draft of nothing']],
    ['dra', ['Draft answers', 'Save as draft', 'Draft of nothing']],
    ['dc', ['Discard']],
    ['banking m', ['banking_messages']],
    ['messages', ['banking_messages']],
    ['question', []],
  ])('%s', (query, expected) => {
    expect(rankEntries(entries, query).map(({ label }) => label)).toEqual(expected)
  })
})
