import type { Block } from './markdown.ts'
import { piecesOf } from './markdown.ts'

export function HelpBlocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <HelpBlock key={index} block={block} />)
}

function HelpBlock({ block }: { block: Block }) {
  if (block.kind === 'heading') return block.level <= 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>
  if (block.kind === 'list') return <HelpList items={block.items} />
  if (block.kind === 'table') return <HelpTable {...block} />
  if (block.kind === 'code')
    return (
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    )
  return (
    <p>
      <Line text={block.text} />
    </p>
  )
}

function HelpList({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item, index) => (
        <li key={index}>
          <Line text={item} />
        </li>
      ))}
    </ul>
  )
}

function HelpTable({ head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <div className="help-table" tabIndex={0} role="group" aria-label={head.join(', ')}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, position) => (
                <td key={position}>
                  <Line text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) => {
    if (piece.style === 'code') return <code key={index}>{piece.text}</code>
    return piece.style === 'strong' ? <strong key={index}>{piece.text}</strong> : piece.text
  })
}
