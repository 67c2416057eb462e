// What a page of the documents does in the browser: the language of samples, the current section, search, and types where they are used.
import { findSections } from './search.js'

const find = document.getElementById('find')
const found = document.getElementById('found')
const contents = document.querySelector('.contents')
const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

// Samples: one language for the whole page, kept for the next visit, and one example of several.
let language = localStorage.getItem('reference.language') ?? 'curl'
const samples = [...document.querySelectorAll('.sample')]

for (const sample of samples) {
  const versions = [...sample.children]
  const bar = make('div', { className: 'bar' })
  if (versions.length === 1) bar.append(make('span', { textContent: titleOf(sample) }))
  else
    for (const { dataset } of versions)
      bar.append(
        make('button', {
          type: 'button',
          textContent: dataset.lang,
          onclick: () => choose(dataset.lang, bar),
        }),
      )
  bar.append(make('span', { className: 'push' }))
  if (sample.dataset.name && sample.parentElement.querySelectorAll('[data-name]').length > 1)
    bar.append(pickerOf(sample))
  bar.append(
    make('button', { type: 'button', textContent: 'Copy', onclick: (event) => copy(sample, event.target) }),
  )
  sample.prepend(bar)
  sample.classList.add('chosen')
  if (sample.previousElementSibling?.dataset.name) sample.hidden = sample.dataset.name !== undefined
}
showLanguage()

function titleOf(sample) {
  const { lang, file } = sample.firstElementChild.dataset
  if (sample.classList.contains('answer')) return lang === '' ? 'Answer' : `Answer ${lang}`
  return file ?? lang
}

function pickerOf(sample) {
  const all = [...sample.parentElement.querySelectorAll('[data-name]')]
  const options = all.map(({ dataset }) =>
    make('option', { textContent: dataset.name, selected: dataset.name === sample.dataset.name }),
  )
  const show = (event) => {
    const chosen = all[event.target.selectedIndex]
    for (const one of all) one.hidden = one !== chosen
    const picker = chosen.querySelector('select')
    picker.selectedIndex = all.indexOf(chosen)
    picker.focus()
    event.target.selectedIndex = all.indexOf(sample)
  }
  const picker = make('select', { onchange: show }, ...options)
  picker.setAttribute('aria-label', 'Example')
  return picker
}

/** The place of the button that was pressed stays where it is, though samples above become longer or shorter. */
function choose(label, bar) {
  const before = bar.getBoundingClientRect().top
  language = label
  localStorage.setItem('reference.language', label)
  showLanguage()
  scrollBy({ top: bar.getBoundingClientRect().top - before, behavior: 'instant' })
}

function showLanguage() {
  for (const sample of samples) {
    const versions = [...sample.querySelectorAll('pre')]
    const shown = versions.find(({ dataset }) => dataset.lang === language) ?? versions[0]
    for (const one of versions) one.classList.toggle('shown', one === shown)
    for (const button of sample.querySelectorAll('.bar button'))
      if (button.textContent !== 'Copy')
        button.setAttribute('aria-pressed', String(button.textContent === shown.dataset.lang))
  }
}

async function copy(sample, button) {
  await navigator.clipboard.writeText(sample.querySelector('pre.shown').textContent)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 1500)
}

// Colours, when a sample comes near.
const tokens =
  /(?<c>(?:^|\s)(?:#|\/\/).*$)|(?<k>"(?:\\.|[^"\\\n])*"(?=\s*:))|(?<s>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|(?<w>\b(?:import|from|const|let|await|async|function|return|for|of|if|new|throw|def|while|in|as|with|global|try|except|raise|else|True|False|None|true|false|null|curl)\b)|(?<n>(?<![\w.:/-])\d+(?:\.\d+)?(?![\w.:-]))/gm
const painter = new IntersectionObserver(
  (entries) => {
    for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
      painter.unobserve(target)
      for (const pre of target.querySelectorAll('pre')) paint(pre)
    }
  },
  { rootMargin: '600px' },
)
for (const sample of samples) painter.observe(sample)

function paint(pre) {
  const text = pre.textContent
  const parts = []
  let last = 0
  for (const { 0: token, index, groups } of text.matchAll(tokens)) {
    const [className] = Object.entries(groups).find(([, value]) => value !== undefined)
    parts.push(text.slice(last, index), make('span', { className, textContent: token }))
    last = index + token.length
  }
  pre.replaceChildren(...parts, text.slice(last))
}

// Types are written once; where one is used, its fields can be looked at in place.
for (const link of document.querySelectorAll('.operation a.type')) {
  const holder = link.closest('dt, p')
  const home = document.getElementById(link.hash.slice(1))
  if (home === null || home.querySelector('dl') === null || holder.querySelector('.more') !== null) continue
  const more = make('button', {
    type: 'button',
    className: 'more',
    textContent: `Fields of ${link.textContent}`,
  })
  more.setAttribute('aria-expanded', 'false')
  more.addEventListener('click', () => {
    const isOpen = more.getAttribute('aria-expanded') === 'true'
    more.setAttribute('aria-expanded', String(!isOpen))
    if (isOpen) return holder.nextElementSibling.remove()
    holder.after(make('div', { className: 'copied-type' }, home.querySelector('dl').cloneNode(true)))
  })
  holder.append(' ', more)
}

// The section that is read now is marked in the contents.
const links = [...document.querySelectorAll('nav ul ul a')]
const sections = links.map((link) => document.getElementById(link.hash.slice(1)))
let current
function markSection() {
  const height = innerHeight / 4
  const index = sections.findLastIndex((section) => section && section.getBoundingClientRect().top < height)
  if (links[index] === current) return
  current?.removeAttribute('aria-current')
  current = links[index]
  current?.setAttribute('aria-current', 'true')
  current?.scrollIntoView({ block: 'nearest' })
}
let isAwaited = false
addEventListener('scroll', () => {
  if (isAwaited) return
  isAwaited = true
  requestAnimationFrame(() => {
    isAwaited = false
    markSection()
  })
})
markSection()

// On a small screen the contents cover the text, so they are closed until they are asked for.
const small = matchMedia('(max-width: 800px)')
const fold = () => (contents.open = !small.matches)
small.addEventListener('change', fold)
fold()
document.querySelector('nav').addEventListener('click', (event) => {
  if (small.matches && event.target.closest('a')) contents.open = false
})

// Search: over all pages, read when it is used for the first time.
let index
const loadIndex = () => (index ??= fetch('/docs/search.json').then((answer) => answer.json()))
find.addEventListener('focus', loadIndex)

async function search() {
  const text = find.value
  const isSearching = text.trim() !== ''
  found.hidden = !isSearching
  contents.hidden = isSearching
  if (!isSearching) return
  const entries = await loadIndex()
  if (find.value !== text) return
  const hits = findSections(entries, text)
  found.replaceChildren(...hits.map(toResult))
  if (hits.length === 0)
    found.append(
      make('p', { textContent: 'Nothing is called so. Try a path, a parameter or an error code.' }),
    )
  select(0)
}

function toResult({ title, where, href }) {
  const link = make('a', { href }, title, make('small', { textContent: where }))
  link.setAttribute('role', 'option')
  link.addEventListener('click', clear)
  return link
}

// Addresses of the time when everything was on one page lead to the page that has it now.
async function followOldAddress() {
  const id = location.hash.slice(1)
  if (id === '' || document.getElementById(id) !== null) return
  const entry = (await loadIndex()).find(({ href }) => href.endsWith(`#${id}`))
  if (entry) location.replace(entry.href)
}
void followOldAddress()

let selected = 0
function select(place) {
  const results = [...found.querySelectorAll('a')]
  selected = Math.max(0, Math.min(place, results.length - 1))
  for (const [index, result] of results.entries())
    result.setAttribute('aria-selected', String(index === selected))
  results[selected]?.scrollIntoView({ block: 'nearest' })
}

function clear() {
  find.value = ''
  find.blur()
  void search()
}

find.addEventListener('input', () => void search())
find.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') clear()
  else if (event.key === 'Enter') found.querySelectorAll('a')[selected]?.click()
  else if (event.key === 'ArrowDown') select(selected + 1)
  else if (event.key === 'ArrowUp') select(selected - 1)
  else return
  event.preventDefault()
})
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest('input, select, textarea') !== null) return
  event.preventDefault()
  find.focus()
})
