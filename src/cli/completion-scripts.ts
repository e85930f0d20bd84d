import { programName } from "./program-name.ts";

/** Completions by the preceding words (without options); after an option with a list, the list. */
export type Completions = Map<string, string[]>;

const isOption = (path: string): boolean => path.startsWith("--");
const split = (completions: Completions) => ({
  options: [...completions].filter(([path]) => isOption(path)),
  paths: new Map([...completions].filter(([path]) => !isOption(path))),
});

/** Longer paths first: a `case` takes the first match, and more words may follow an operation. */
const cases = (completions: Completions): string =>
  [...completions]
    .sort(([a], [b]) => b.length - a.length)
    .map(([path, words]) => `    "${path}"${path.includes("/") ? "*" : ""}) given="${words.join(" ")}" ;;`)
    .join("\n");

/**
 * The words before the cursor, without options and fields, determine the completions: the same loop in both shells. zsh
 * reserves both `path` and `words`.
 */
const choices = (typed: string, previous: string, completions: Completions): string => `  local said="" word="" given=""
  for word in "\${${typed}}"; do
    case "$word" in -*|*=*) ;; *) said="$said $word" ;; esac
  done
  case "\${said# }" in
${cases(split(completions).paths)}
  esac
  case "\${${previous}}" in
${split(completions)
  .options.map(([option, values]) => `    ${option}) given="${values.join(" ")}" ;;`)
  .join("\n")}
  esac`;

const bash = (completions: Completions): string => `_winnow() {
${choices("COMP_WORDS[@]:1:COMP_CWORD-1", "COMP_WORDS[COMP_CWORD-1]", completions)}
  # Bash takes \`field=value\` for three words: the values come once the field is there.
  local now="\${COMP_WORDS[COMP_CWORD]}" field="" shown=""
  if [ "$now" = "=" ]; then field="\${COMP_WORDS[COMP_CWORD-1]}"; now=""
  elif [ "\${COMP_WORDS[COMP_CWORD-1]}" = "=" ]; then field="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for word in $given; do
    case "$word" in
      *=?*) [ -n "$field" ] && [ "\${word%%=*}" = "$field" ] && shown="$shown \${word#*=}" ;;
      *) [ -z "$field" ] && shown="$shown $word" ;;
    esac
  done
  COMPREPLY=($(compgen -W "$shown" -- "$now"))
  case "\${COMPREPLY[0]:-}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _winnow ${programName}
`;

const zsh = (completions: Completions): string => `#compdef ${programName}
_winnow() {
${choices("words[@]:1:$((CURRENT-2))", "words[CURRENT-1]", completions)}
  local -a all
  all=(\${=given})
  compadd -Q -S '' -- \${(M)all:#*=}
  compadd -- \${all:#*=}
  _files
}
compdef _winnow ${programName}
`;

const fish = (completions: Completions): string => `function __winnow_said
  set -l typed (commandline -opc)
  string join ' ' -- (string match -v -r '^-|=' -- $typed[2..])
end
${split(completions)
  .options.map(([option, values]) => `complete -c ${programName} -l ${option.slice(2)} -x -a '${values.join(" ")}'`)
  .join("\n")}
${[...split(completions).paths]
  .map(([path, words]) => {
    const condition = path.includes("/")
      ? `string match -q -- "${path}*" "$(__winnow_said)"`
      : `test "$(__winnow_said)" = "${path}"`;
    return `complete -c ${programName} -n '${condition}' -a '${words.join(" ")}'`;
  })
  .join("\n")}
`;

export const scripts = { bash, zsh, fish } satisfies Record<string, (completions: Completions) => string>;
