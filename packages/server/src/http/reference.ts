import { type NamedRoute, openApi } from '@postil/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { VERSION } from '../wire/python-client'

type Item = Record<string, unknown>

/** Render an OpenAPI document as a page without scripts: routes by topic, each expandable to its parameters, body and replies. */
function referencePage(document: Item): string {
  const topics = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths as Record<string, Record<string, Item>>))
    for (const [method, operation] of Object.entries(methods)) {
      const topic = String((operation.tags as string[])[0])
      topics.set(topic, [...(topics.get(topic) ?? []), section(method, path, operation)])
    }
  const anchor = (topic: string) => encodeURIComponent(topic.replaceAll(' ', '-'))
  const nav = [...topics.keys()].map((topic) => `<a href="#${anchor(topic)}">${escapeHtml(topic)}</a>`).join('')
  const body = [...topics]
    .map(([topic, sections]) => `<h2 id="${anchor(topic)}">${escapeHtml(topic)}</h2>${sections.join('')}`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Postil API</title><style>${STYLE}</style></head><body><header><h1>Postil API</h1><p>${escapeHtml(String((document.info as Item).description))}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p><nav>${nav}</nav></header><main>${body}</main></body></html>`
}

function section(method: string, path: string, operation: Item): string {
  const { parameters, requestBody, responses } = operation
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(String(operation.summary))}</span></summary>
<p>${escapeHtml(String(operation.description))}</p>${block('Parameters', parameters)}${block('Body', requestBody)}${block('Replies', responses)}</details>`
}

function block(title: string, value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return `<h3>${title}</h3><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}

const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#FAF8F4,#171614);--sheet:light-dark(#fff,#201E1B);--ink:light-dark(#1E1B18,#EFEAE2);
--ink2:light-dark(#5A544D,#B8B0A5);--rule:light-dark(#E6E0D6,#35312C);--link:light-dark(#2C5AA0,#86ABE6)}
body{font:16px/1.6 system-ui,sans-serif;background:var(--paper);color:var(--ink);max-width:960px;margin:0 auto;padding:24px}
a{color:var(--link)}nav{display:flex;gap:4px 16px;flex-wrap:wrap}h3{font-size:14px}details{background:var(--sheet);border:1px solid var(--rule);
border-radius:10px;padding:8px 16px;margin:8px 0}summary{cursor:pointer;overflow-wrap:anywhere}summary span{display:block;color:var(--ink2)}
summary b{display:inline-block;min-width:60px;font:600 13px ui-monospace,monospace}code,pre{font:13px ui-monospace,monospace}
pre{overflow:auto;background:var(--paper);padding:12px;border-radius:6px;max-height:400px}`

/** Serve the API description as `/api/openapi.json` and as a page at `/api/docs`. Each is made once, since anybody may ask for them. */
export function addReference(app: FastifyInstance, routes: readonly NamedRoute[]): void {
  let json: string | undefined
  let page: string | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    json ??= JSON.stringify(openApi(routes, VERSION))
    return reply.type('application/json; charset=utf-8').send(json)
  })
  app.get('/api/docs', async (_, reply) => {
    page ??= referencePage(openApi(routes, VERSION))
    return reply.type('text/html; charset=utf-8').send(page)
  })
  for (const path of ['/api', '/docs']) app.get(path, async (_, reply) => reply.redirect('/api/docs'))
}
