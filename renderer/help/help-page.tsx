import { t } from '../ui/text.ts'
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { createPlace, toSearch } from '../query/place.ts'
import { usePlace } from '../query/use-place.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { TextInput } from '../ui/text-field.tsx'
import { HelpBlocks } from './help-blocks.tsx'
import { type HelpShortcuts, type HelpTopic, listTopics } from './help-topics.ts'
import { searchHelp } from './search-help.ts'
import { TourList } from './tour-list.tsx'
import '../ui/page.css'
import './help.css'

/** The help, all of it in the page: the tours, guides, formulas and shortcuts, by topic or by words. */
export function HelpPage({ shortcuts }: { shortcuts: readonly HelpShortcuts[] }) {
  const { place } = usePlace()
  const topics = useMemo(() => listTopics(shortcuts), [shortcuts])
  const [text, setText] = useState('')
  const shown = topics.find(({ id }) => id === place.topic) ?? topics[0]
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

/** One page; the first one begins with the tours. */
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
  const { change } = usePlace()
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onFollow()
    change({ topic: topic.id })
  }
  return (
    <a
      className="help-link"
      href={toSearch({ ...createPlace(workspace.id, 'help'), topic: topic.id })}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={follow}
    >
      {children}
    </a>
  )
}
