/**
 * Files without a store: {@code generate} and {@code convert} make data, {@code simulate} runs a
 * trace of requests on a simulated device.
 */
package org.flashgrove.cli.data;
