import { t } from '../ui/text.ts'
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { goTo, usePageParams, createPageLocation, createLocation, toSearch } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { TextInput } from '../ui/field.tsx'
import { readHelpParams } from './feature.ts'
import { HelpBlocks } from './help-blocks.tsx'
import { type HelpShortcuts, type HelpTopic, listTopics } from './help-topics.ts'
import '../ui/page.css'
import './help.css'
import { Play } from 'lucide-react'
import { startTour, type TourId, tourIds, tourViews } from '../state/tour.ts'
import { tours } from './tours.ts'
import { foldText } from '#shared/text.ts'
import { type Block, plainText } from './markdown.ts'

export function HelpPage({ shortcuts }: { shortcuts: readonly HelpShortcuts[] }) {
  const [params] = usePageParams(readHelpParams)
  const topics = useMemo(() => listTopics(shortcuts), [shortcuts])
  const [text, setText] = useState('')
  const shown = topics.find(({ id }) => id === params.topic) ?? topics[0]
  const isSearching = text.trim() !== ''
  const leave = (): void => setText('')
  return (
    <div className="api-page help-page">
      <header className="help-head">
        <h1 className="catalog-title">{t('Help')}</h1>
        <TextInput
          type="search"
          aria-label={t('Search the help')}
          placeholder={t('Search the help, formulas and shortcuts')}
          value={text}
          onChange={setText}
        />
      </header>
      <div className="help-columns">
        <nav aria-label={t('Topics of the help')}>
          {topics.map((topic) => (
            <TopicLink
              key={topic.id}
              topic={topic}
              isCurrent={topic === shown && !isSearching}
              onFollow={leave}
            >
              {topic.title}
            </TopicLink>
          ))}
        </nav>
        {isSearching && <Hits topics={topics} text={text} onFollow={leave} />}
        {!isSearching && shown && <Topic topic={shown} isFirst={shown === topics[0]} />}
      </div>
    </div>
  )
}

function Topic({ topic, isFirst }: { topic: HelpTopic; isFirst: boolean }) {
  return (
    <article className="help-text" aria-labelledby="help-title">
      <h2 id="help-title">{topic.title}</h2>
      {isFirst && <TourList />}
      <HelpBlocks blocks={topic.blocks} />
    </article>
  )
}

interface HitsProps {
  readonly topics: readonly HelpTopic[]
  readonly text: string
  readonly onFollow: () => void
}

interface HelpHit {
  readonly topic: HelpTopic
  readonly heading: string
  readonly text: string
}

const maxHits = 40

/** Passages with all words of a text, those with a match in the heading or at the start first. */
export function searchHelp(topics: readonly HelpTopic[], text: string): HelpHit[] {
  const words = foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const ranked = topics.flatMap(placesOf).flatMap((hit) => {
    const rank = rankOf(hit, words)
    return rank === undefined ? [] : [{ hit, rank }]
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxHits)
    .map(({ hit }) => hit)
}

/** Returns 0 for a match at the start, 1 in the heading, 2 in the text. */
function rankOf({ topic, heading, text }: HelpHit, words: readonly string[]): number | undefined {
  const [head, body] = [foldText(`${topic.title} ${heading}`), foldText(text)]
  if (!words.every((word) => head.includes(word) || body.includes(word))) return undefined
  if (body.startsWith(words.join(' '))) return 0
  return words.every((word) => head.includes(word)) ? 1 : 2
}

function placesOf(topic: HelpTopic): HelpHit[] {
  let heading = topic.title
  return topic.blocks.flatMap((block) => {
    if (block.kind === 'heading') heading = block.text
    return linesOf(block).map((line) => ({ topic, heading, text: plainText(line) }))
  })
}

function linesOf(block: Block): readonly string[] {
  if (block.kind === 'list') return block.items
  if (block.kind === 'table') return block.rows.map((row) => row.join(' – '))
  return block.kind === 'heading' ? [] : [block.text]
}

function Hits({ topics, text, onFollow }: HitsProps) {
  const hits = searchHelp(topics, text)
  return (
    <section aria-label={t('What was found')} className="help-hits">
      <p role="status" className="ui-field-hint">
        {hits.length === 0
          ? t('Nothing found. Try another word.')
          : t('{count} found', { count: hits.length })}
      </p>
      {hits.map(({ topic, heading, text: line }, index) => (
        <TopicLink key={index} topic={topic} onFollow={onFollow}>
          <strong>{heading === topic.title ? heading : `${topic.title} › ${heading}`}</strong>
          <span>{line}</span>
        </TopicLink>
      ))}
    </section>
  )
}

interface TopicLinkProps {
  readonly topic: HelpTopic
  readonly isCurrent?: boolean
  readonly onFollow: () => void
  readonly children: ReactNode
}

function TopicLink({ topic, isCurrent = false, onFollow, children }: TopicLinkProps) {
  const { workspace } = useWorkspace()
  const [, change] = usePageParams(readHelpParams)
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onFollow()
    change({ topic: topic.id })
  }
  return (
    <a
      className="help-link"
      href={toSearch(createPageLocation(workspace.id, 'help', { topic: topic.id }))}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}

function TourList() {
  const { workspace } = useWorkspace()
  const begin = (id: TourId): void => {
    goTo(createLocation(workspace.id, tourViews[id]))
    startTour(id)
  }
  return (
    <ul className="help-tours" aria-label={t('Tours')}>
      {tourIds.map((id) => (
        <li key={id}>
          <button type="button" className="help-tour" onClick={() => begin(id)}>
            <Play aria-hidden />
            <span>
              <strong>{tours()[id].name}</strong>
              <span className="ui-field-hint">{tours()[id].about}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
