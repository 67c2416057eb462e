import type { Workspace } from '#shared/app-surface.ts'
import type { Scope } from '#shared/scopes.ts'
import { type PendingConsent, preselect } from '../access/consents.ts'
import { escapeHtml, renderPage } from '../edge/page-shell.ts'

const noWorkspace = '<p>There is no workspace yet. Make one in Vitrine, then load this page again.</p>'

export function renderConsentForm(
  consent: PendingConsent,
  workspaces: readonly Workspace[],
  fault?: string,
): string {
  const { client, uid, formToken, code } = consent
  const chosen = new Set<Scope>(preselect(consent.scopes))
  return page(
    `Allow ${client.name}?`,
    `<h1>Allow “<bdi>${escapeHtml(client.name)}</bdi>” to use your catalog?</h1>
${about(consent)}
${fault === undefined ? '' : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`}
<form method="post" action="/oauth/consent/${escapeHtml(uid)}" data-state="${stateUrl(uid)}" data-form>
<input type="hidden" name="form_token" value="${escapeHtml(formToken)}">
<fieldset><legend>Workspace</legend>
${workspaces.map(({ id, name }, index) => workspaceChoice(id, name, index === 0)).join('\n') || noWorkspace}
</fieldset>
<fieldset><legend>What it may do</legend>
${scopeTable(consent.scopes, chosen)}
</fieldset>
<p class="muted">Vitrine shows this request under the code <strong>${escapeHtml(code)}</strong>. You can end the access at any time on its page Connect.</p>
<p class="buttons"><button name="decision" value="approve" class="main">Allow</button>
<button name="decision" value="deny">Do not allow</button></p>
</form>`,
  )
}

export function renderWaiting(consent: PendingConsent): string {
  const { client, uid, code, personId } = consent
  return page(
    'Waiting for approval',
    `<h1>“<bdi>${escapeHtml(client.name)}</bdi>” asks to use your catalog</h1>
${about(consent)}
<div data-state="${stateUrl(uid)}">
<p>Approve it in the Vitrine window, where a request with this code is waiting:</p>
<p class="code" aria-label="Code">${escapeHtml(code)}</p>
${personId === null ? `<p>Or run <code>vitrine approve ${escapeHtml(code)}</code> on the command line.</p>` : ''}
<p class="muted" role="status">This page goes on by itself once you have decided. If you did not start this, close it.</p>
</div>`,
    `<noscript><meta http-equiv="refresh" content="5"></noscript>`,
  )
}

/** Renders the page for a browser without a signed-in person of the team; it continues after the sign-in. */
export function renderSignIn(consent: PendingConsent): string {
  const { client, uid } = consent
  return page(
    'Sign in first',
    `<h1>“<bdi>${escapeHtml(client.name)}</bdi>” asks to use your catalog</h1>
${about(consent)}
<div data-state="${stateUrl(uid)}" data-expects="sign-in">
<p>Whoever is signed in decides. <a href="/" target="_blank">Sign in to the catalog</a> in this browser, then come back to this page.</p>
<p class="muted" role="status">This page goes on by itself once you are signed in. If you did not start this, close it.</p>
</div>`,
    `<noscript><meta http-equiv="refresh" content="5"></noscript>`,
  )
}

export function renderDecided({ client, uid }: PendingConsent): string {
  const target = `/oauth/consent/${escapeHtml(uid)}/finish`
  return page(
    'Going back',
    `<h1>Going back to “<bdi>${escapeHtml(client.name)}</bdi>”</h1>
<p role="status">You have decided. <a href="${target}" data-finish>Go on</a> if nothing happens.</p>`,
  )
}

export function renderRefusal(reason: string): string {
  return renderPage(
    'No access',
    `<h1>The agent cannot be connected this way</h1>
<p>${escapeHtml(toSentence(reason))}</p>
<p>Close this page and connect again from the agent. Nothing has been granted.</p>`,
  )
}

function about({ client, resources }: PendingConsent): string {
  const resourceNames = resources.map((resource) => (resource === 'mcp' ? 'its MCP server' : 'its HTTP API'))
  return `<p class="lead">It calls itself “<bdi>${escapeHtml(client.name)}</bdi>” and works on the catalog through ${resourceNames.join(' and ')}.
The access is handed over to <strong>${escapeHtml(client.destination)}</strong>.</p>`
}

function workspaceChoice(id: string, name: string, isChosen: boolean): string {
  const input = `<input type="radio" name="workspace" value="${escapeHtml(id)}"${isChosen ? ' checked' : ''}>`
  return `<label>${input} ${escapeHtml(name)}</label>`
}

const verbs = ['read', 'write', 'propose', 'delete']

function scopeTable(scopes: readonly Scope[], chosen: ReadonlySet<Scope>): string {
  const subjects = [...new Set(scopes.map((scope) => scope.split(':')[1] ?? ''))]
  const box = (scope: Scope) =>
    `<input type="checkbox" name="scope" value="${scope}" aria-label="${scope}"${chosen.has(scope) ? ' checked' : ''}>`
  const cell = (verb: string, subject: string) =>
    scopes
      .filter((scope) => scope === `${verb}:${subject}`)
      .map(box)
      .join('')
  const row = (subject: string) =>
    `<tr><th scope="row">${subject}</th>${verbs.map((verb) => `<td>${cell(verb, subject)}</td>`).join('')}</tr>`
  return `<table class="scopes"><thead><tr><th scope="col">Scope</th>
${verbs.map((verb) => `<th scope="col">${verb}</th>`).join('')}</tr></thead>
<tbody>${subjects.map(row).join('\n')}</tbody></table>`
}

function stateUrl(uid: string): string {
  return `/oauth/consent/${escapeHtml(uid)}/state`
}

function page(title: string, main: string, head = ''): string {
  const script = '<script src="/oauth/consent.js" defer></script>'
  return renderPage(title, main, style).replace('</head>', `${head}${script}\n</head>`)
}

function toSentence(text: string): string {
  const sentence = text.slice(0, 1).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/**
 * Waits for the decision, and disables the buttons for a moment, so that a click on the former page does
 * not hit them.
 */
export const consentScript = `
const waiting = document.querySelector('[data-state]')
const finish = document.querySelector('[data-finish]')
if (finish) location.replace(finish.href)
if (waiting) setInterval(look, 1500)
for (const button of document.querySelectorAll('button')) hold(button)

async function look() {
  const answer = await fetch(waiting.dataset.state, { cache: 'no-store' }).catch(() => undefined)
  if (!answer) return
  const { state, takes_approval: takesApproval } = answer.ok ? await answer.json() : { state: 'ended' }
  if (state !== (waiting.dataset.expects ?? 'waiting') || takesApproval !== 'form' in waiting.dataset) location.replace(location.pathname)
}

function hold(button) {
  const rest = () => {
    button.disabled = true
    setTimeout(() => { button.disabled = false }, 700)
  }
  rest()
  addEventListener('focus', rest)
}
`

const style = `
main { max-width: 34rem; }
fieldset { border: 1px solid var(--line); border-radius: 8px; margin: 1rem 0; padding: .6rem 1rem .8rem; }
legend { font-weight: 600; padding: 0 .3rem; }
label { display: block; padding: .2rem 0; overflow-wrap: anywhere; }
.scopes th, .scopes td { padding: .25rem 0; font-weight: 400; }
.scopes tr:last-child > * { border-bottom: 0; }
.scopes thead th { color: var(--muted); }
.scopes th + th, .scopes td { width: 5rem; text-align: center; }
.scopes tbody th::first-letter { text-transform: uppercase; }
input { accent-color: var(--accent); width: 1rem; height: 1rem; vertical-align: -.1em; }
div[data-state] { margin-top: 1.6rem; }
div[data-state] p { margin: .9rem 0; }
.buttons { display: flex; gap: .6rem; margin-top: 1rem; }
h1 { font-size: 1.45rem; line-height: 1.3; }
.code { font: 600 2rem ui-monospace, monospace; letter-spacing: .08em; }
.fault { border-left: 3px solid var(--accent); padding-left: .7rem; }
button { font: inherit; padding: .5rem 1.1rem; border-radius: 6px; border: 1px solid var(--line); background: var(--raised); color: var(--text); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--page); }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
button:disabled { opacity: .55; }
`
