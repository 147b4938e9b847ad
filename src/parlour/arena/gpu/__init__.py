"""Series on an NVIDIA GPU: what only CUDA needs. Import nothing from here without the extra `cuda`."""
