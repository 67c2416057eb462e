import { useEditorState, type Editor } from '@tiptap/react'
import { Link } from 'lucide-react'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { formatButtons, type FormatButton } from './format-buttons.ts'

interface FormatToolbarProps {
  readonly ref: Ref<HTMLDivElement>
  readonly editor: Editor
  readonly onLink: () => void
}

/** The formats as buttons: one stop of the Tab key, arrows go from button to button. */
export function FormatToolbar({ ref, editor, onLink }: FormatToolbarProps) {
  const [stop, setStop] = useState(0)
  const link: FormatButton = {
    label: 'Link (Ctrl+K)',
    icon: Link,
    isOn: () => editor.isActive('link'),
    run: onLink,
  }
  const buttons = [...formatButtons.slice(0, -1), link, ...formatButtons.slice(-1)]
  const pressed = useEditorState({
    editor,
    selector: ({ editor }) => buttons.map(({ isOn }) => isOn?.(editor)),
  })
  return (
    <div
      ref={ref}
      className="rich-text-toolbar"
      role="toolbar"
      aria-label="Formats"
      onKeyDown={(event) => moveAlong(event, stop)}
      onFocus={({ target }) => setStop(Math.max(0, placeOf(target)))}
    >
      {buttons.map(({ label, icon: Icon, run }, place) => (
        <IconButton
          key={label}
          label={label}
          aria-pressed={pressed[place]}
          tabIndex={place === stop ? 0 : -1}
          // The text keeps its selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon aria-hidden />
        </IconButton>
      ))}
    </div>
  )
}

function placeOf(button: Element): number {
  return [...(button.parentElement?.children ?? [])].indexOf(button)
}

function moveAlong(event: KeyboardEvent, stop: number): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (stop + 1) % buttons.length,
    ArrowLeft: (stop + buttons.length - 1) % buttons.length,
    Home: 0,
    End: buttons.length - 1,
  }
  const place = places[event.key]
  if (place === undefined) return
  event.preventDefault()
  event.stopPropagation()
  buttons[place]?.focus()
}
