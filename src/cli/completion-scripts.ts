/** The words that can follow, by the words before them (options aside). */
export type Completions = Map<string, string[]>;

/** Longer ways first: a `case` takes the first that fits, and more words may follow an operation. */
const cases = (completions: Completions): string =>
  [...completions]
    .sort(([a], [b]) => b.length - a.length)
    .map(([path, words]) => `    "${path}"${path.includes("/") ? "*" : ""}) given="${words.join(" ")}" ;;`)
    .join("\n");

/**
 * The words before the one that is being typed, without options and fields, decide what can follow: the same loop in
 * both shells. Neither `path` nor `words` is a name that zsh leaves free.
 */
const choices = (typed: string, completions: Completions): string => `  local said="" word="" given=""
  for word in "\${${typed}}"; do
    case "$word" in -*|*=*) ;; *) said="$said $word" ;; esac
  done
  case "\${said# }" in
${cases(completions)}
  esac`;

const bash = (completions: Completions): string => `_winnow() {
${choices("COMP_WORDS[@]:1:COMP_CWORD-1", completions)}
  COMPREPLY=($(compgen -W "$given" -- "\${COMP_WORDS[COMP_CWORD]}"))
  case "\${COMPREPLY[0]:-}" in *=) compopt -o nospace 2>/dev/null ;; esac
}
complete -o default -F _winnow winnow
`;

const zsh = (completions: Completions): string => `#compdef winnow
_winnow() {
${choices("words[@]:1:$((CURRENT-2))", completions)}
  local -a all
  all=(\${=given})
  compadd -Q -S '' -- \${(M)all:#*=}
  compadd -- \${all:#*=}
  _files
}
compdef _winnow winnow
`;

const fish = (completions: Completions): string => `function __winnow_said
  set -l typed (commandline -opc)
  string join ' ' -- (string match -v -r '^-|=' -- $typed[2..])
end
${[...completions]
  .map(([path, words]) => {
    const condition = path.includes("/")
      ? `string match -q -- "${path}*" "$(__winnow_said)"`
      : `test "$(__winnow_said)" = "${path}"`;
    return `complete -c winnow -n '${condition}' -a '${words.join(" ")}'`;
  })
  .join("\n")}
`;

export const scripts = { bash, zsh, fish } satisfies Record<string, (completions: Completions) => string>;
