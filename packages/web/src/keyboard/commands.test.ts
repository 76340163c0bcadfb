import { describe, expect, it, vi } from 'vitest'
import { CommandRegistry, EVERYWHERE } from './commands.ts'
import { findConflict } from './find-conflict.ts'
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

  it('is the same object until something of the command changes, and runs what is bound by then', () => {
    const registry = registryOf()
    const [first, second] = [vi.fn(), vi.fn()]
    const binding = { run: first, isEnabled: true }
    registry.bind('submit', () => binding)
    const before = registry.get('submit')
    registry.bind('discard', () => ({ run: vi.fn() }))
    binding.run = second
    expect(registry.get('submit')).toBe(before)
    before.run()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    binding.isEnabled = false
    expect(registry.get('submit')).not.toBe(before)
    registry.setKeys('submit', ['F2'])
    expect(registry.get('submit')).toMatchObject({ isEnabled: false, keys: ['F2'] })
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
    expect(findConflict(registry, 'submit', 'Backspace')?.id).toBe('discard')
    expect(findConflict(registry, 'submit', '?')?.id).toBe('help')
    expect(findConflict(registry, 'discard', 'Enter')?.id).toBe('submit')
    expect(findConflict(registry, 'open', 'Backspace')).toBeUndefined()
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
