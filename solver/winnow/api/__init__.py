"""The functions behind `import winnow`, one subject a file."""
