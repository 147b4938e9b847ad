#!/bin/sh
# An external player for any shell: always the idle move, which is the first of `legal`.
while IFS= read -r line; do
    case $line in
        '{"type":"hello"'*) echo '{"type":"hello","protocol":1,"name":"Idle"}' ;;
        '{"type":"legal"'*) action=${line#*'["'} action=${action%%'"'*} ;;
        '{"type":"choose"'*) id=${line##*:} && echo '{"type":"choose","id":'"${id%?}"',"action":"'"$action"'"}' ;;
    esac
done
