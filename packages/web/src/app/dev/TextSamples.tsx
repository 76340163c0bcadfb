import { useState } from 'react'
import { Breadcrumbs } from '../../ui/display/Breadcrumbs.tsx'
import { CodeBlock } from '../../ui/display/CodeBlock.tsx'
import { Cell, HeaderCell, Row, SortableHeaderCell, Table } from '../../ui/display/Table.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Sample } from './Sample.tsx'

const CODE = 'import argilla as rg\n\nrg.init(api_url="http://localhost:6900", workspace="support-team")'

const MARKDOWN = `## What to look for
Read the **whole** message first. Use \`declined\` only when the *bank* refused.

> A card that the shop refused is not declined.

1. Find the intent
2. Mark doubts

| intent | example |
| --- | --- |
| top-up failed | “My top-up is gone” |

\`\`\`python
rg.log(records)
\`\`\`

![A tracker](https://tracker.example/x.png)`

const ROWS = [
  { name: 'Banking messages, round 2', workspace: 'support-team', left: '5,412' },
  { name: 'wnut17-test', workspace: 'news-desk', left: '883' },
]

export function TextSamples() {
  const [isDown, setDown] = useState(true)
  return (
    <>
      <Sample name="Breadcrumbs">
        <Breadcrumbs
          crumbs={[
            { label: 'Datasets', to: '/datasets' },
            { label: 'support-team', to: '/datasets?workspaces=support-team' },
            { label: 'banking-messages-of-the-second-quarter-round-2', isCopyable: true },
          ]}
        />
      </Sample>
      <Sample name="Table" isStack>
        <Table label="Datasets">
          <thead>
            <Row>
              <HeaderCell>Name</HeaderCell>
              <HeaderCell>Workspace</HeaderCell>
              <SortableHeaderCell
                align="end"
                direction={isDown ? 'descending' : 'ascending'}
                onSort={() => setDown(!isDown)}
              >
                Left
              </SortableHeaderCell>
            </Row>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <Row key={row.name}>
                <Cell>{row.name}</Cell>
                <Cell>{row.workspace}</Cell>
                <Cell isNumber>{row.left}</Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </Sample>
      <Sample name="CodeBlock" isStack>
        <CodeBlock code={CODE} />
      </Sample>
      <Sample name="Markdown" isStack>
        <Markdown>{MARKDOWN}</Markdown>
      </Sample>
    </>
  )
}
