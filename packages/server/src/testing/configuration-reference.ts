interface Documented {
  name: string
  summary: string
  fallback?: string
  secret?: boolean
}

/** The settings as a Markdown table: what `docs/reference/configuration.md` holds. */
export function configurationReference(settings: Record<string, Documented>): string {
  const rows = Object.values(settings).map(({ name, summary, fallback, secret }) => {
    const notes = secret ? `${summary} Secret.` : summary
    return `| \`${name}\` | ${fallback === undefined || fallback === '' ? '' : `\`${fallback}\``} | ${notes} |`
  })
  return `# Configuration

Postil reads these environment variables once, at start. A value that cannot be used stops the start with a sentence that names it, and so
does a \`POSTIL_\` variable that is not in this list.

| variable | default | meaning |
| --- | --- | --- |
${rows.join('\n')}
`
}
