import './kbd.css'

/** A key or a combination, as it is printed on the keyboard. */
export function Kbd({ keys }: { keys: string }) {
  return <kbd className="ui-kbd">{keys}</kbd>
}
