#!/usr/bin/env bash
# Fails if a comment begins with "What": a comment is a noun phrase or begins with a verb.
# Fails for a commit whose subject is not `area: what it does` in at most 72 characters, or that has no body after a blank line. Only commits after
# the commit that added this script are checked. Without a history of commits, this check is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C.UTF-8

find .ci Benchmarks Bindings Examples Fuzz Models Plugins Scripts Sources Tests Package.swift Makefile Dockerfile \
    -name .build -prune -o -type f \( -name '*.swift' -o -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.hpp' -o -name '*.inl' \
    -o -name '*.js' -o -name '*.py' -o -name '*.sh' -o -name run -o -name requirements.txt -o -name Makefile -o -name Dockerfile \) -print0 |
    xargs -0 awk '
        FNR == 1 { last = "" }
        { line = $0; sub(/^[ \t]+/, "", line) }
        # Later lines of a comment, and the first line of a literal, may begin so.
        line ~ /^(\/\/\/?|\/\*\*?|#|""") ?(MARK: )?What([^A-Za-z]|$)/ && last !~ /^(\/\/|#[^!])/ && last !~ /"""$/ ||
        line ~ /^\* ?What([^A-Za-z]|$)/ && last ~ /^\/\*/ { print FILENAME ":" FNR ": " line; found = 1 }
        { last = line }
        END { exit found }' || {
    echo 'These comments begin with "What"; say what the thing is, in a noun phrase or beginning with a verb.' >&2
    exit 1
}

if [ ! -e .git ] || ! added=$(git log --diff-filter=A --format=%H -- Scripts/check-words.sh 2>/dev/null | tail -1); then
    echo "There is no history of commits here: their subjects are not checked."
    exit 0
fi
[ -n "$added" ] || exit 0
failed=0
for commit in $(git rev-list --no-merges --ancestry-path "$added..HEAD"); do
    { read -r subject && read -r blank && read -r body; } < <(git log -1 --format=%B "$commit"; echo) || true
    reason=
    [[ $subject =~ ^[^\ :][^:]*:\ [^\ ] ]] || reason='is not of the form "area: what it does"'
    [ ${#subject} -le 72 ] || reason="has ${#subject} characters, more than 72"
    [ -z "$blank" ] && [ -n "$body" ] || reason="${reason:+$reason, and }is not followed by a blank line and a body"
    [ -z "$reason" ] || { echo "${commit:0:8}: the subject '$subject' $reason" >&2 && failed=1; }
done
exit $failed
