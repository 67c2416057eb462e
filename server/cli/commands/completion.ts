import { entityTypes } from '#shared/entities.ts'
import { type Command, type CommandOption, requireChoice } from '../command.ts'
import { optionsOf, shortOf } from '../parse-command-line.ts'

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

export const completionCommand: Command = {
  name: 'completion',
  summary: 'Print a script by which a shell completes commands, options, types and workspaces',
  arguments: shells.join('|'),
  positionals: 1,
  options: {},
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/vitrine',
    'completion zsh > ~/.vitrine.zsh    # and in ~/.zshrc: source ~/.vitrine.zsh',
    'completion fish > ~/.config/fish/completions/vitrine.fish',
    'completion powershell >> $PROFILE',
  ],
  async run({ output, commands, positionals: [shell = ''] }) {
    const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powerShellScript }
    output.printLine(scripts[requireChoice('completion', shell, shells)](commands))
    return 0
  },
}

/** The names of workspaces, one a line, of the server that runs or of one for the moment. */
const listWorkspaces = `vitrine workspace list --json 2>/dev/null | sed -n 's/.*"name":"\\([^"\\\\]*\\)".*/\\1/p'`

/** Sets the word to complete, the one before it, and the command as far as it has been typed. */
const findWords = `  for word in "\${COMP_WORDS[@]}"; do
    if [ "$at" -eq "$COMP_CWORD" ]; then cur=$word; break; fi
    if [ "$at" -gt 0 ]; then case $word in
      -*) ;;
      *) if [ -z "$first" ]; then first=$word; command=$word
         elif [ "$command" = "$first" ]; then command="$first $word"; fi ;;
    esac; fi
    prev=$word
    at=$((at + 1))
  done`

function bashScript(commands: readonly Command[]): string {
  const cases = commands.map(
    (command) => `    ${quote(command.name)}) options=${quote(wordsOf(command).join(' '))} ;;`,
  )
  const groups = [...groupsOf(commands)].map(
    ([group, names]) => `    ${quote(group)}) next=${quote(names.join(' '))} ;;`,
  )
  const typed = commands
    .filter(({ arguments: words }) => /^\[?TYPE/.test(words))
    .map(({ name }) => quote(name))
  return `# The completion of vitrine; written by: vitrine completion bash
_vitrine() {
  local cur= prev= first= command= options= next= at=0 word found
${findWords}
  case $first in
${groups.join('\n')}
  esac
  for found in "$command" "$first"; do
    case $found in
${cases.map((line) => `  ${line}`).join('\n')}
    esac
    [ -n "$options" ] && break
  done
  local IFS=$'\\n'
  case $prev in
    -w|--workspace) COMPREPLY=( $(compgen -W "$(${listWorkspaces})" -- "$cur") ); return ;;
    -t|--type) options=${quote(entityTypes.join(' '))} ;;
    -*) case $cur in -*) ;; *) [ "$command" != "$first" ] || [ -z "$next" ] && [ "$prev" != --json ] && return ;; esac ;;
    *)
      case $cur in
        -*) ;;
        *)
          if [ -z "$first" ]; then options=${quote(firstWords(commands).join(' '))}
          elif [ "$command" = "$first" ] && [ -n "$next" ]; then options=$next
          else case $first in
            ${typed.join('|')}) if [ "$command" = "$first" ]; then options=${quote(entityTypes.join(' '))}; else return; fi ;;
            *) return ;;
          esac; fi ;;
      esac ;;
  esac
  IFS=' '
  COMPREPLY=( $(compgen -W "$options" -- "$cur") )
}
complete -o default -F _vitrine vitrine`
}

function zshScript(commands: readonly Command[]): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(commands)}`
}

function fishScript(commands: readonly Command[]): string {
  const complete = (when: string, rest: string) => `complete -c vitrine -n ${quoteFish(when)} ${rest}`
  const groups = groupsOf(commands)
  const words = firstWords(commands).map((word) => {
    const summary = commands.find(({ name }) => name === word)?.summary ?? (groups.get(word) ?? []).join(', ')
    return complete('__fish_use_subcommand', `-f -a ${word} -d ${quoteFish(summary)}`)
  })
  const nested = [...groups].map(([group, names]) =>
    complete(`__fish_seen_subcommand_from ${group}`, `-f -a ${quoteFish(names.join(' '))}`),
  )
  const options = commands.flatMap((command) =>
    Object.entries(optionsOf(command)).map(([name, option]) =>
      complete(
        command.name
          .split(' ')
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join('; and '),
        `-l ${name}${shortFish(name, option)}${valuesFish(name, option)} -d ${quoteFish(option.help)}`,
      ),
    ),
  )
  return [
    '# The completion of vitrine; written by: vitrine completion fish',
    ...words,
    ...nested,
    ...options,
  ].join('\n')
}

function shortFish(name: string, option: CommandOption): string {
  const short = shortOf(name, option)
  return short === undefined ? '' : ` -s ${short}`
}

function valuesFish(name: string, { type }: CommandOption): string {
  if (type === 'boolean') return ''
  if (name === 'type') return ` -x -a ${quoteFish(entityTypes.join(' '))}`
  if (name === 'workspace') return ` -x -a ${quoteFish(`(${listWorkspaces})`)}`
  return ' -r'
}

/** PowerShell hands over the words as a syntax tree, and takes results one by one. */
function powerShellScript(commands: readonly Command[]): string {
  const table = (entries: readonly (readonly [string, readonly string[]])[]) =>
    entries
      .map(([name, words]) => `    ${quotePower(name)} = @(${words.map(quotePower).join(', ')})`)
      .join('\n')
  const types = entityTypes.map(quotePower).join(', ')
  const typed = commands.filter(({ arguments: words }) => /^\[?TYPE/.test(words)).map(({ name }) => name)
  return `# The completion of vitrine; written by: vitrine completion powershell
Register-ArgumentCompleter -Native -CommandName vitrine -ScriptBlock {
  param($word, $tree, $cursor)
  $options = @{
${table(commands.map((command) => [command.name, wordsOf(command)]))}
  }
  $next = @{
${table([...groupsOf(commands)])}
  }
  $types = @(${types})
  $before = @($tree.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
  $words = @($before | Select-Object -Skip 1 | Where-Object { $_ -notlike '-*' })
  $pair = ($words | Select-Object -First 2) -join ' '
  $command = if ($options.ContainsKey($pair)) { $pair } elseif ($words.Count -gt 0) { $words[0] } else { '' }
  $found = switch -Regex ($before[-1]) {
    '^(-w|--workspace)$' { vitrine workspace list --json | ConvertFrom-Json | ForEach-Object { $_.name }; break }
    '^(-t|--type)$' { $types; break }
    default {
      if ($word -like '-*') { $options[$command] }
      elseif ($words.Count -eq 0) { @(${firstWords(commands).map(quotePower).join(', ')}) }
      elseif ($words.Count -eq 1 -and $next.ContainsKey($words[0])) { $next[$words[0]] }
      elseif ($words.Count -eq 1 -and $words[0] -in @(${typed.map(quotePower).join(', ')})) { $types }
    }
  }
  $found | Where-Object { $_ -like "$word*" } | ForEach-Object {
    $text = if ($_ -match '\\s') { "'$_'" } else { $_ }
    [System.Management.Automation.CompletionResult]::new($text, $_, 'ParameterValue', $_)
  }
}`
}

function quotePower(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function wordsOf(command: Command): string[] {
  return Object.entries(optionsOf(command)).flatMap(([name, option]) => {
    const short = shortOf(name, option)
    return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]
  })
}

function firstWords(commands: readonly Command[]): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}

function groupsOf(commands: readonly Command[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', second] = name.split(' ')
    if (second !== undefined) groups.set(first, [...(groups.get(first) ?? []), second])
  }
  return groups
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function quoteFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
