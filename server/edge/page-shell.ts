export function renderPage(title: string, main: string, moreStyle = ''): string {
  return renderFrame(title, `<style>${style}${moreStyle}</style>`, `<main>\n${main}\n</main>`)
}

export function renderFrame(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)} · Vitrine</title>
${head}
</head>
<body>
${body}
</body>
</html>
`
}

/** Text made safe for HTML; \`code\` in it is set as code. */
export function toHtml(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const style = `
:root { --text: #1d2127; --muted: #5b6470; --line: #dfe3e8; --page: #fff; --raised: #f5f6f8; --accent: #2f5fd0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8eb; --muted: #9aa3ae; --line: #343a42; --page: #16191d; --raised: #1f2429; --accent: #8fb0ff; }
}
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.5rem 6rem; }
h1 { font-size: 1.7rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 3rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; display: flex; gap: .75rem; align-items: baseline; flex-wrap: wrap; }
p { margin: .4rem 0; }
p.lead, .muted { color: var(--muted); }
a { color: var(--accent); }
code { font: .92em ui-monospace, monospace; background: var(--raised); padding: .1em .35em; border-radius: 4px; }
section { border: 1px solid var(--line); border-radius: 8px; padding: .9rem 1.1rem; margin: .9rem 0; scroll-margin-top: 1rem; }
section:target { border-color: var(--accent); outline: 1px solid var(--accent); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-bottom: 1px solid var(--line); }
tr:target td { background: var(--raised); }
`
