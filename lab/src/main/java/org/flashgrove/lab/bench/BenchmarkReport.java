package org.flashgrove.lab.bench;

import java.util.List;
import java.util.Map;

/**
 * Result of a benchmark.
 *
 * @param agrees whether all answers were right
 * @param members for the JSON object
 * @param lines for people, in Markdown
 */
public record BenchmarkReport(boolean agrees, Map<String, Object> members, List<String> lines) {}
