# needs: git
# a repository with commits, a merge, packs and a bundle
export GIT_AUTHOR_DATE='2020-01-01 00:00:00 +0000' GIT_COMMITTER_DATE='2020-01-01 00:00:00 +0000'
export GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
git init -q -b main . && for number in $(seq 1 20); do echo "$number" >file && git add file && git commit -qm "change $number"; done
git checkout -qb other HEAD~5 && echo other >second && git add second && git commit -qm second && git merge -q -m merge -s ours main
git repack -adq && git gc -q && git fsck --strict && git log --format='%H %s' | sha256sum
git bundle create -q all.bundle --all && git clone -q all.bundle copy && git -C copy rev-parse HEAD
git diff --stat HEAD~3 HEAD
git nonsense 2>&1 | head -n 1
git rev-parse --verify nothing
