import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { Kbd } from '../ui/kbd.tsx'
import './quick-search.css'
import { cachedByLanguage, t } from '../ui/text.ts'

const inputId = 'quick-search'
const tipId = 'quick-search-tip'
const settleMs = 220

export function focusQuickSearch(): void {
  const input = document.getElementById(inputId)
  if (!(input instanceof HTMLInputElement)) return
  input.focus()
  input.select()
}

const examples = cachedByLanguage(
  () =>
    [
      [t('"oak table"'), t('these words as they stand')],
      ['-red', t('nothing that has this word')],
      ['sku:CH-1', t('in this attribute alone')],
    ] as const,
)

interface QuickSearchProps {
  value: string
  onChange: (value: string) => void
}

export function QuickSearch({ value, onChange }: QuickSearchProps) {
  const { text, setText, commit } = useSettledText(value, onChange)
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') commit('')
    if (key === 'Enter') commit(text)
  }
  return (
    <search className="quick-search">
      <Search aria-hidden />
      <input
        id={inputId}
        type="text"
        role="searchbox"
        aria-label={t('Search all text')}
        aria-keyshortcuts="Control+Shift+F"
        aria-describedby={tipId}
        placeholder={t('Search')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {text === '' ? (
        <Kbd keys="Ctrl ⇧ F" />
      ) : (
        <button type="button" aria-label={t('Clear the search')} onClick={() => commit('')}>
          <X aria-hidden />
        </button>
      )}
      <div id={tipId} className="quick-search-tip ui-field-hint">
        <p>{t('Finds rows that have all the words, in any order and any text. A typo is forgiven.')}</p>
        <dl>
          {examples().map(([example, meaning]) => (
            <div key={example}>
              <dt>{example}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </search>
  )
}

function useSettledText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value)
  const sent = useRef(value)

  const commit = (next: string): void => {
    sent.current = next
    setText(next)
    onChange(next)
  }
  const settle = useEffectEvent((typed: string) => {
    if (typed !== sent.current) commit(typed)
  })

  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    const timer = setTimeout(() => settle(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])

  return { text, setText, commit }
}
