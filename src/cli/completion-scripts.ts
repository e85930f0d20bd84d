/** The words that can follow, by the words before them (options aside). */
export type Completions = Map<string, string[]>;

/** Longer ways first: a `case` takes the first that fits, and more words may follow an operation. */
const cases = (completions: Completions): string =>
  [...completions]
    .sort(([a], [b]) => b.length - a.length)
    .map(([path, words]) => `    "${path}"${path.includes("/") ? "*" : ""}) words="${words.join(" ")}" ;;`)
    .join("\n");

/** What was typed before the word that is being typed, without options: the same loop in both shells. */
const before = (list: string, last: string) => `  local path="" word words=""
  for word in "\${${list}}"; do
    case "$word" in -*|*=*) ;; *) path="$path $word" ;; esac
  done
  case "\${path# }" in
${last}
  esac`;

const bash = (completions: Completions): string => `_winnow() {
${before("COMP_WORDS[@]:1:COMP_CWORD-1", cases(completions))}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  case "\${COMPREPLY[0]:-}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _winnow winnow
`;

const zsh = (completions: Completions): string => `#compdef winnow
_winnow() {
${before("words[@]:1:$((CURRENT-2))", cases(completions)).replace('word words=""', "word choice").replaceAll(') words="', ') choice="')}
  local -a given
  given=(\${=choice})
  compadd -Q -S '' -- \${(M)given:#*=}
  compadd -- \${given:#*=}
  _files
}
compdef _winnow winnow
`;

const fish = (completions: Completions): string => `function __winnow_before
  set -l words (commandline -opc)
  set -l path (string match -v -r '^-|=' -- $words[2..])
  string join ' ' -- $path
end
${[...completions]
  .map(([path, words]) => {
    const condition = path.includes("/")
      ? `string match -q -- '${path}*' (__winnow_before)`
      : `test (__winnow_before | string collect) = '${path}'`;
    return `complete -c winnow -n "${condition}" -a '${words.join(" ")}'`;
  })
  .join("\n")}
`;

export const scripts = { bash, zsh, fish } satisfies Record<string, (completions: Completions) => string>;
