[(block) (rule) (block_comment)] @fold
