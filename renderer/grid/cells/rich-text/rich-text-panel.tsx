import './rich-text.css'
import {
  type KeyboardEvent,
  useImperativeHandle,
  useState,
  useEffect,
  useRef,
  useId,
  type FormEvent,
} from 'react'
import type { PanelProps } from '../cell-type.ts'
import {
  listLosses,
  findLosses,
  readRichText,
  writeRichText,
  formats,
  readLinkAddress,
} from './round-trip.ts'
import { toPlainText } from '../stubs.ts'
import { longTextWrite } from '../plain-cells.tsx'
import { TextPanel, PanelFooter } from '../text-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { cachedByLanguage, t, tNodes } from '../../../ui/text.ts'
import { EditorContent, useEditor, type Editor } from '@tiptap/react'
import type { AfterCommit } from '../../model/selection.ts'
import { FormatToolbar } from './format-toolbar.tsx'

type Mode = 'formatted' | 'source'

interface ModeSwitchProps {
  readonly mode: Mode
  readonly onChoose: (mode: Mode) => void
}

interface FormattedEditorProps extends PanelProps {
  readonly html: string
  readonly onHtml: (html: string) => void
}

function FormattedEditor(props: FormattedEditorProps) {
  const { handle, commit, cancel } = props
  const [isLinking, setLinking] = useState(false)
  const toolbar = useRef<HTMLDivElement>(null)
  const editor = useRichTextEditor(props)
  const save = (after: AfterCommit): void => commit(handle.current?.write() ?? null, after)
  const closeLink = (): void => {
    // Focused before the field is removed, or the popover would take the focus.
    editor.view.focus()
    setLinking(false)
  }
  const takeKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const isInText = editor.view.dom.contains(event.target as Node)
    const action = isInText ? actionOfText(event, editor) : actionAround(event)
    if (action === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (action === 'cancel') cancel()
    else if (action === 'toolbar') toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    else if (action === 'text') closeLink()
    else if (action === 'link') setLinking(true)
    else save(action)
  }
  return (
    <div className="grid-text-panel" onKeyDownCapture={takeKey}>
      <FormatToolbar ref={toolbar} editor={editor} onLink={() => setLinking(true)} />
      {isLinking && <LinkField editor={editor} onClose={closeLink} />}
      <EditorContent editor={editor} className="rich-text-area" />
      <PanelFooter
        note={
          <span className="grid-hint">
            {tNodes('{kbd} {kbd2} formats', { kbd: <kbd>{t('Alt')}</kbd>, kbd2: <kbd>{t('F10')}</kbd> })}
          </span>
        }
        onSave={() => save('stay')}
      />
    </div>
  )
}

function useRichTextEditor({ column, html, onHtml }: FormattedEditorProps): Editor {
  const [first] = useState(() => {
    const doc = readRichText(html)
    return { html, doc: doc.toJSON(), written: writeRichText(doc) }
  })
  const editor = useEditor({
    extensions: formats,
    content: first.doc,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': column.name },
    },
    onUpdate: ({ editor }) => {
      const written = writeRichText(editor.state.doc)
      onHtml(written === first.written ? first.html : written)
    },
  })
  // Not by `autofocus`: where React delays the loaded content, Tiptap focuses before the text is in the page.
  useEffect(() => {
    if (!editor.isDestroyed) editor.commands.focus('end')
  }, [editor])
  return editor
}

type Action = AfterCommit | 'cancel' | 'toolbar' | 'text' | 'link'

const textKeys: Readonly<Record<string, Action>> = {
  Escape: 'cancel',
  'Ctrl+Enter': 'down',
  'Alt+F10': 'toolbar',
  'Ctrl+k': 'link',
}

function actionOfText(event: KeyboardEvent, editor: Editor): Action | undefined {
  if (event.key === 'Tab' && !editor.isActive('listItem')) return event.shiftKey ? 'left' : 'right'
  const control = event.ctrlKey || event.metaKey ? 'Ctrl+' : ''
  return textKeys[`${control}${event.altKey ? 'Alt+' : ''}${event.key}`]
}

function actionAround({ key }: KeyboardEvent): Action | undefined {
  return key === 'Escape' ? 'text' : undefined
}

interface LinkFieldProps {
  readonly editor: Editor
  readonly onClose: () => void
}

function LinkField({ editor, onClose }: LinkFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link')['href'] ?? ''))
  const [isRefused, setRefused] = useState(false)
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    const address = readLinkAddress(typed)
    if (typed.trim() === '') removeLink(editor)
    else if (address === undefined) return setRefused(true)
    else setLink(editor, address)
    onClose()
  }
  return (
    <form className="rich-text-link" onSubmit={apply}>
      <input
        className="ui-control"
        aria-label={t('Address of the link')}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? id : undefined}
        placeholder={t('https://')}
        inputMode="url"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit" className="ui-button ui-button-default">
        {t('Set link')}
      </button>
      {editor.isActive('link') && (
        <button
          type="button"
          className="ui-button ui-button-ghost"
          onClick={() => {
            removeLink(editor)
            onClose()
          }}
        >
          {t('Remove link')}
        </button>
      )}
      {isRefused && (
        <p id={id} className="grid-note-bad" role="alert">
          {t('A link leads to an address that starts with https://, http:// or mailto:')}
        </p>
      )}
    </form>
  )
}

function removeLink(editor: Editor): void {
  editor.chain().focus().extendMarkRange('link').unsetLink().run()
}

/** Links the selection, or edits the link under the caret; without either it inserts the address as text. */
function setLink(editor: Editor, href: string): void {
  const isNew = editor.state.selection.empty && !editor.isActive('link')
  if (isNew) {
    const text = href.replace(/^mailto:/i, '')
    editor
      .chain()
      .focus()
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  } else editor.chain().focus().extendMarkRange('link').setLink({ href }).run()
}

const names = cachedByLanguage((): readonly (readonly [Mode, string])[] => [
  ['formatted', t('Formatted')],
  ['source', 'HTML'],
])

function ModeSwitch({ mode, onChoose }: ModeSwitchProps) {
  return (
    <div className="rich-text-modes" role="group" aria-label={t('Edit as')}>
      {names().map(([each, name]) => (
        <button
          key={each}
          type="button"
          className="ui-button ui-button-ghost"
          aria-pressed={each === mode}
          onClick={() => onChoose(each)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

interface LossNoteProps {
  readonly losses: readonly string[]
  readonly isWarning: boolean
  readonly onAccept: () => void
}

function LossNote({ losses, isWarning, onAccept }: LossNoteProps) {
  if (!isWarning) {
    return (
      <p className="rich-text-note">
        {t('Shown as HTML: formatted editing cannot keep {value}.', { value: listLosses(losses) })}
      </p>
    )
  }
  return (
    <div className="rich-text-note" role="alert">
      <p>{t('A change made in formatted editing drops {value}.', { value: listLosses(losses) })}</p>
      <Button onClick={onAccept}>{t('Edit formatted anyway')}</Button>
    </div>
  )
}

/**
 * Edits HTML with its formats, or as source where formatting would lose something. Unchanged text keeps its
 * spelling.
 */
export function RichTextPanel(props: PanelProps) {
  const [text, setText] = useState(props.text)
  const [losses, setLosses] = useState(() => findLosses(props.text))
  const [mode, setMode] = useState<Mode>(losses.length === 0 ? 'formatted' : 'source')
  const [isWarned, setWarned] = useState(false)
  useImperativeHandle(props.handle, () => ({
    takeKey: () => false,
    write: () => (text === toPlainText(props.value) ? null : longTextWrite(text)),
  }))
  const choose = (next: Mode): void => {
    const found = findLosses(text)
    setLosses(found)
    if (next === 'formatted' && mode === 'source' && found.length > 0) return setWarned(true)
    setWarned(false)
    setMode(next)
  }
  const dropAndFormat = (): void => {
    setWarned(false)
    setMode('formatted')
  }
  return (
    <div className="rich-text" onKeyDown={(event) => takeKey(event, props)}>
      <ModeSwitch mode={mode} onChoose={choose} />
      {mode === 'source' && losses.length > 0 && (
        <LossNote losses={losses} isWarning={isWarned} onAccept={dropAndFormat} />
      )}
      {mode === 'formatted' ? (
        <FormattedEditor {...props} html={text} onHtml={setText} />
      ) : (
        <TextPanel {...props} className="grid-mono" text={text} onText={setText} />
      )}
    </div>
  )
}

function takeKey(event: KeyboardEvent, { handle, commit, cancel }: PanelProps): void {
  if (event.key === 'Escape') cancel()
  else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    commit(handle.current?.write() ?? null, 'down')
  } else return
  event.preventDefault()
  event.stopPropagation()
}
