package org.flashgrove.lab.bench;

import java.util.List;
import java.util.Map;

/**
 * Result of a benchmark.
 *
 * @param agrees whether all answers to queries were right
 * @param members keys and values of a JSON object with the results
 * @param lines the results in Markdown
 */
public record BenchmarkReport(boolean agrees, Map<String, Object> members, List<String> lines) {}
