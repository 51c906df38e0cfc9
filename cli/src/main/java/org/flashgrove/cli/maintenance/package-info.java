/**
 * Commands that maintain a store ({@code check}, {@code backup}, {@code compact}, {@code recover},
 * {@code salvage}, {@code upgrade}), and commands that show its content ({@code stats}, {@code
 * export}).
 */
package org.flashgrove.cli.maintenance;
