# Hardwon as a plugin: hooks.json and the manifest's server source this file with "$1", an event's name or "mcp".
# It runs the environment prepared in the plugin's data folder, else the launcher of `mem install-plugin`. Where
# there is neither, the start of a session has the environment prepared in the background, and the server answers
# from this folder until it is ready. The caller ends with exit status 0 whatever happens here, and nothing is said
# but by the hook itself.
version=0.1.0
root=${CLAUDE_PLUGIN_ROOT:-}
data=${CLAUDE_PLUGIN_DATA:-}
case $1 in
    mcp) script=mcp.sh ;;
    *) script=hook.sh ;;
esac

# hook.sh is written last, so its presence says that the environment is complete.
if [ -n "$data" ] && [ -r "$data/env-$version/hook.sh" ]; then
    . "$data/env-$version/$script" && exit 0
fi
if [ -r "$HOME/.hardwon/$script" ]; then
    . "$HOME/.hardwon/$script" && exit 0
fi

case $1 in
    SessionStart) program=$root/hooks/prepare.py ;;
    mcp) program=$root/src/hardwon/server/waiting.py ;;
    *) exit 0 ;;
esac
[ -n "$data" ] && [ -r "$program" ] || exit 0
for name in python3.14 python3.13 python3.12 python3.11 python3 python; do
    python=$(command -v "$name") || continue
    "$python" -I -S -c 'import sys; sys.exit(sys.version_info < (3, 11))' </dev/null >/dev/null 2>&1 || continue
    if [ "$1" = mcp ]; then
        exec "$python" -I -S -B -c '
import sys
sys.path.insert(0, sys.argv[1])
from hardwon.server.waiting import main
main(sys.argv[2])' "$root/src" "$data/env-$version"
    fi
    "$python" -I -S "$program" "$data" "$version" </dev/null 2>/dev/null
    exit 0
done
exit 0
