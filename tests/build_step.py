"""What `python -m tests` leaves to the second step of `.ci/run`: all that takes long and hangs on few changes."""

BUILD = (
    "puzzles/winnow_puzzles/generate.py",
    *(
        "tests/nullgame",
        "tests/packaging/test_distributions.py",
        "tests/packaging/test_workflows.py",
        "tests/test_site.py",
    ),
    "tests/agreement/test_published_rows.py::test_the_tables_of_the_results_say_what_the_rows_say",
    "tests/agreement/test_blink_loss.py::test_whole_components_decide_what_the_search_by_cells_leaves_open",
    "tests/agreement/test_blink_loss.py::test_the_order_takes_the_bound_of_a_full_deck_down",
    *("tests/cli/test_bench_blink.py", "tests/cli/test_survey_kills.py"),
    "tests/cli/test_streams.py::test_a_script_without_a_guard_is_told_of_it",
    "tests/fair/test_fair.py::test_no_estimate_uses_an_unseen_card",
    "tests/fair/test_orders.py::test_the_verdict_holds_for_every_order",
    *("tests/play/test_outside_game.py", "tests/play/test_site_played.py"),
    "tests/play/test_browser.py::test_every_screen_is_accessible_fits_every_width_and_writes_no_error",
    "tests/play/test_covered.py::test_a_mistake_is_told_by_the_score_where_wins_are_rare",
    "tests/play/test_covered.py::test_a_whole_game_names_no_unseen_card",
    "tests/play/test_faces.py::test_every_card_lies_once_and_every_move_is_one_gesture",
    *("tests/proofs/test_verified.py", "tests/proofs/test_verify_yourself.py"),
    "tests/proofs/test_loss_tree.py::test_a_clausal_proof_can_be_asked_for",
    "tests/proofs/test_loss_tree.py::test_what_is_told_is_what_a_tree_rests_on",
    "tests/puzzles/test_curated_packs.py",
    "tests/puzzles/test_hostile_packs.py::test_odd_names_and_numbers_end_in_one_line",
    "tests/puzzles/test_problems.py::test_problems_have_one_answer_and_every_losing_move_is_refuted",
    "tests/puzzles/test_problems.py::test_variants_have_problems",
    "tests/site/test_package.py",
    "tests/site/test_build.py::test_memory_holds_nothing_of_the_machine_and_the_time_of_its_build",
    "tests/site/test_records.py::test_the_browsers_engine_has_the_same_records",
)
"""Folders, files and tests that get the mark `build`, by their paths in the repository."""
